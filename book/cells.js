// Every number opens: where a figure's tables say what they were made of, the number that a reader points at is written
// out, and what it was made of is framed. The digits are those of the figure, so a last digit may differ.
(function () {
    "use strict";
    const valueOf = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));
    const inBrackets = (text) => (text.startsWith("−") ? "(" + text + ")" : text);
    const power = (text) => "e<sup>" + text + "</sup>";

    // A drawing's tables, with the words in their cells by row and column.
    function tablesOf(svg) {
        return Array.from(svg.querySelectorAll("g[data-table]"), (group) => {
            const [left, top, width, height] = group.dataset.cells.split(" ").map(Number), cells = [];
            for (const text of group.querySelectorAll("text")) {
                const row = Math.floor((text.getAttribute("y") - top) / height);
                (cells[row] ||= [])[Math.floor((text.getAttribute("x") - left) / width)] = text.textContent.replace(/[<>&]/g, "");
            }
            return { ...group.dataset, name: group.dataset.table, x: left, y: top, width, height, words: cells };
        });
    }

    // What a number was made of: in words, as a number, and which cells. A name that two tables have means the one before.
    function opened(tables, table, row, column) {
        const before = tables.slice(0, tables.indexOf(table));
        const named = (name) => before.findLast((one) => one.name === name) || tables.find((one) => one.name === name);
        const left = named(table.left), right = named(table.right), cell = { row, column, rows: 1, columns: 1 };
        const ownRow = { table: left, row, column: 0, rows: 1, columns: left.words[row].length };
        if (table.rule === "divided") {
            const a = left.words[row][column];
            return { words: a + " ÷ " + table.right, value: valueOf(a) / Number(table.right), cells: [{ ...cell, table: left }] };
        }
        if (table.rule === "sum") {
            const [a, b] = [left, right].map((one) => one.words[row][column]);
            return { words: a + " + " + inBrackets(b), value: valueOf(a) + valueOf(b), cells: [{ ...cell, table: left }, { ...cell, table: right }] };
        }
        if (table.rule === "softmax") {
            const sum = left.words[row].reduce((so_far, word) => so_far + Math.exp(valueOf(word)), 0);
            return { words: power(left.words[row][column]) + " ÷ (" + left.words[row].map(power).join(" + ") + ")",
                value: Math.exp(valueOf(left.words[row][column])) / sum, cells: [ownRow] };
        }
        const isRow = table.rule === "rows";
        const other = isRow ? right.words[column] : right.words.map((words) => words[column]);
        return { words: left.words[row].map((word, k) => inBrackets(word) + " · " + inBrackets(other[k])).join(" + "),
            value: left.words[row].reduce((sum, word, k) => sum + valueOf(word) * valueOf(other[k]), 0),
            cells: [ownRow, isRow ? { table: right, row: column, column: 0, rows: 1, columns: other.length } :
                { table: right, row: 0, column, rows: other.length, columns: 1 }] };
    }

    function frame(group, { table, row, column, rows, columns }, name) {
        const rectangle = document.createElementNS(group.namespaceURI, "rect");
        for (const [key, value] of Object.entries({ x: table.x + column * table.width, y: table.y + row * table.height, width: columns * table.width,
            height: rows * table.height, class: name })) rectangle.setAttribute(key, value);
        group.append(rectangle);
    }

    function prepare(drawing) {
        const line = document.createElement("p");
        line.className = "opened";
        line.setAttribute("aria-live", "polite");
        line.textContent = "Point at a number to see what it was made of.";
        drawing.after(line);
        drawing.dataset.opens = "";
        drawing.tabIndex = 0;
        let at = null; // the table's place among those that open, the row and the column
        let read = null, tables = []; // those of a drawing; another may come in its place
        function tablesNow(svg) {
            if (svg !== read) [read, tables] = [svg, tablesOf(svg)];
            return tables;
        }

        function show(svg, tables, table, row, column) {
            const { words, cells } = opened(tables, table, row, column);
            line.innerHTML = "<b>" + table.words[row][column] + "</b> = " + words;
            const group = document.createElementNS(svg.namespaceURI, "g");
            cells.forEach((one, i) => frame(group, one, i ? "right" : "left"));
            frame(group, { table, row, column, rows: 1, columns: 1 }, "here");
            group.setAttribute("class", "opened-cells");
            svg.querySelector(".opened-cells")?.remove();
            svg.append(group);
        }

        function point(event) {
            const svg = drawing.querySelector("svg"), tables = tablesNow(svg);
            const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
            for (const [i, table] of tables.filter((one) => one.rule).entries()) {
                const row = Math.floor((y - table.y) / table.height), column = Math.floor((x - table.x) / table.width);
                if (!table.words[row]?.[column] || String(at) === String([i, row, column])) continue;
                at = [i, row, column];
                show(svg, tables, table, row, column);
            }
        }
        for (const happens of ["pointermove", "click"]) drawing.addEventListener(happens, point);

        // With arrow keys: through a table, and over its end to the next.
        drawing.addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key], svg = drawing.querySelector("svg");
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const tables = tablesNow(svg), own = tables.filter((one) => one.rule);
            let [i, row, column] = at || [0, 0, -1];
            if (event.key === "ArrowUp" || event.key === "ArrowDown") row += step;
            else column += step;
            const [n_rows, n_columns] = [own[i].words.length, own[i].words[0].length];
            if (column < 0 || column >= n_columns) { row += step; column = step > 0 ? 0 : n_columns - 1; }
            if (row < 0 || row >= n_rows) {
                i = (i + step + own.length) % own.length;
                row = step > 0 ? 0 : own[i].words.length - 1;
                column = Math.min(column, own[i].words[0].length - 1);
            }
            at = [i, row, column];
            show(svg, tables, own[i], row, column);
        });
    }

    for (const drawing of document.querySelectorAll(".drawing")) {
        if (drawing.querySelector("g[data-rule]")) prepare(drawing);
    }
    window.attnCells = { tablesOf, opened }; // for a test: what is written out comes to what stands in the cell
})();
