// Guess, then see: bars to drag, or one thing to choose, before a table is shown, whose answer is then drawn with the guess;
// and a line for a guess at each exercise that asks for one. What is guessed stays on this device. The answers are the
// page's own numbers; without this file all of them are simply there.
(function () {
    "use strict";
    const page = document.body.dataset.chapter;
    const all = (selector, from = document) => [...from.querySelectorAll(selector)];
    const store = {
        get(key) { try { return JSON.parse(localStorage.getItem("abh:guess:" + key)); } catch { return null; } },
        set(key, value) { try { localStorage.setItem("abh:guess:" + key, JSON.stringify(value)); } catch { /* a private window */ } },
    };
    function element(tag, attributes = {}, ...children) {
        const made = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        made.append(...children);
        return made;
    }

    // ---- where the answers stand

    const numberOf = (text) => Number(text.replace("−", "-"));

    // The table with a column of this name: [a row's first words, the number in that column].
    function fromTable(column) {
        const table = all("main table").find((one) => all("thead th", one).some((head) => head.textContent.trim() === column));
        const rows = table ? all("tbody tr", table).map((row) => all("td, th", row).map((cell) => cell.textContent.trim())) : [];
        return { place: table && (table.closest(".scroll") || table), rows: rows.map((cells) => [cells[0], numberOf(cells.at(-1))]) };
    }

    // The printed section of this title, each line in its cells.
    function printed(title) {
        const place = document.querySelector('.block.output[data-label="' + title + '"]');
        const lines = place ? place.querySelector("pre").textContent.split("\n").map((line) => line.trim().split(/\s{2,}/)) : [];
        return { place, lines };
    }

    function fromOutput(title) {
        const { place, lines } = printed(title);
        return { place, rows: lines.filter((cells) => cells.length > 1).map((cells) => [cells[0], numberOf(cells.at(-1))]) };
    }

    // What stands between there and the next heading: words and pictures that tell the answer.
    function told(place) {
        const after = [];
        for (let next = place && place.nextElementSibling; next && !/^H\d$/.test(next.tagName); next = next.nextElementSibling) after.push(next);
        return after;
    }

    // What the padding may see: the last row of the last mask.
    function paddingsRow() {
        const { place, lines } = printed("What each word sees"), words = ["I", "love", "you", "<pad>"];
        const row = lines.filter((cells) => cells[0] === "<pad>").at(-1) || [];
        const seen = words.filter((_, j) => row[j + 1] === "yes").join(" ");
        return { place, also: told(place), choices: [["", "nobody"], ["<pad>", "itself alone"], ["I love you", "I, love and you"], ["I love you <pad>", "all four"]]
            .map(([who, label]) => ({ label, isTrue: who === seen })) };
    }

    // Four rows of weights without their names.
    function divisors() {
        const { place, lines } = printed("Four divisors"), words = ["I", "love", "you", "all"];
        return { place, also: told(place).slice(0, 1), choices: lines.filter(([name]) => name.startsWith("by ")).map(([name, ...weights]) =>
            ({ label: words.map((word, j) => word + " " + weights[j]).join(", "), name, isTrue: name.endsWith("right") })) };
    }

    // The first number of rounds after which the words are not apart, to two digits.
    function roundsUntilOne() {
        const { place, lines } = printed("Again and again"), found = lines.find((cells) => cells[1] === "0.00");
        return { place, also: told(place), choices: [["1", "after one"], ["3", "after three"], ["12", "after twelve"], ["", "never"]]
            .map(([rounds, label]) => ({ label, isTrue: rounds === (found ? found[0] : "") })) };
    }

    const guesses = {
        "02_softmax": {
            make: makeBars,
            find: () => fromTable("divided by the sum"),
            rows: [["animal", "animal, score 7"], ["cross", "cross, score 4"], ["street", "street, score −2"], ["it", "it, score 5"], ["tired", "tired, score 3"]],
            asked: "With 2 for each point, “animal” got 512 of 737 shares, 0.69. Now each point is worth 2.72. How is 1 divided among them? Drag the bars.",
            sums: true,
        },
        "04_scaling": {
            make: makeBars,
            find: () => { const found = fromOutput("Ten strangers"); return { ...found, also: told(found.place).slice(0, 1) }; },
            rows: [["4", "4 questions"], ["64", "64 questions"], ["512", "512 questions"]],
            asked: "Everybody answers at random. What weight does the luckiest of the ten get? Drag a bar for each number of questions.",
        },
        "06_masking": {
            make: makeChoices,
            find: paddingsRow,
            asked: "A padding mask hides “<pad>”, the filler behind “I love you”. Which words may the filler itself see?",
        },
        "10_residual_and_norm": {
            make: makeChoices,
            find: roundsUntilOne,
            asked: "Attention reads its own output, again and again. After how many rounds are the eight words one?",
        },
        "20_bug_gallery": {
            make: makeChoices,
            find: divisors,
            asked: "Whom “love” attends to, once as it should be and three times wrong. Which row is right?",
        },
    };

    const decimals = (value) => value.toFixed(2);

    // A box before the first place of the answer. They are hidden until its button is pressed.
    function makeBox(places, parts, said, { guessed, show, reveal }) {
        const button = element("button", { type: "button", class: "go" });
        const box = element("section", { class: "guess", "aria-label": "Guess first" }, element("p", { class: "panel-head" }, "Guess first"), ...parts, said,
            element("p", { class: "panel-buttons" }, button, element("span", { class: "guess-note" }, "What you guess stays on this device.")));
        const isShown = () => box.classList.contains("shown");
        function turn(toShown) {
            box.classList.toggle("shown", toShown);
            places.forEach((place) => place.classList.toggle("awaited", !toShown));
            all("input", box).forEach((field) => { field.disabled = toShown; });
            button.textContent = toShown ? "Guess again" : "Show the answer";
            said.textContent = "";
            if (toShown) reveal(); else show();
            dispatchEvent(new Event("resize")); // what scrolls there must be reached by Tab
        }
        const keep = () => store.set(page, { ...guessed(), shown: isShown() });
        box.addEventListener("input", () => { show(); keep(); });
        button.addEventListener("click", () => { turn(!isShown()); keep(); });
        places.forEach((place) => place.addEventListener("wanted", () => isShown() || button.click())); // who turns it has done with guessing
        places[0].before(box);
        turn(Boolean((store.get(page) || {}).shown));
    }

    // ---- bars

    function makeBars({ find, rows, asked, sums }) {
        const { place, rows: found, also = told(place) } = find();
        const truths = rows.map(([name]) => (found.find((row) => row[0] === name) || [])[1]);
        if (!place || truths.some((truth) => !Number.isFinite(truth))) return; // the text has changed: it stays as it is
        const kept = (store.get(page) || {}).values || [];
        const said = element("p", { class: "guess-said", role: "status" });
        const bars = rows.map(([, label], i) => {
            const id = "guess-" + i;
            const field = element("input", { id, type: "range", min: 0, max: 1, step: 0.01, value: kept[i] ?? 0.1 });
            const output = element("output", { for: id });
            const truth = element("span", { class: "guess-truth" });
            const row = element("div", { class: "guess-row" }, element("label", { for: id }, label), element("span", { class: "guess-bar" }, field, truth), output);
            return { field, output, truth, row };
        });
        const values = () => bars.map((bar) => Number(bar.field.value));

        function show() {
            bars.forEach(({ field, output, truth }) => {
                field.style.setProperty("--at", 100 * field.value + "%");
                output.textContent = decimals(Number(field.value));
                truth.style.width = "0";
            });
            if (sums) said.textContent = "Yours sum to " + decimals(values().reduce((sum, value) => sum + value, 0)) + ".";
        }
        function reveal() {
            show();
            const misses = values().map((value, i) => Math.abs(value - truths[i]));
            const worst = misses.indexOf(Math.max(...misses));
            bars.forEach(({ field, output, truth }, i) => {
                truth.style.width = 100 * truths[i] + "%";
                output.textContent = decimals(Number(field.value)) + " → " + decimals(truths[i]);
            });
            said.textContent = "Your guess in blue, the program’s number in rust. Farthest off: " + rows[worst][1] + ", by " + decimals(misses[worst]) + ".";
        }
        makeBox([place, ...also], [element("p", {}, asked), ...bars.map((bar) => bar.row)], said, { guessed: () => ({ values: values() }), show, reveal });
    }

    // ---- one of several

    function makeChoices({ find, asked }) {
        const { place, also = [], choices } = find();
        if (!place || choices.filter((one) => one.isTrue).length !== 1) return; // the text has changed: it stays as it is
        const kept = (store.get(page) || {}).chosen;
        const said = element("p", { class: "guess-said", role: "status" });
        const rows = choices.map(({ label }, i) => {
            const field = element("input", { id: "guess-" + i, type: "radio", name: "guess" });
            field.checked = label === kept;
            const name = element("span", { class: "guess-name" });
            return { field, name, row: element("div", { class: "guess-choice" }, field, element("label", { for: "guess-" + i }, label), name) };
        });
        const chosen = () => choices[rows.findIndex(({ field }) => field.checked)];
        const nameOf = (choice) => choice.name || choice.label;
        const truth = choices.find((one) => one.isTrue);

        function show() {
            rows.forEach(({ name, row }) => { name.textContent = ""; row.classList.remove("truth"); });
        }
        function reveal() {
            rows.forEach(({ name, row }, i) => {
                name.textContent = choices[i].name || (choices[i].isTrue ? "the program’s answer" : "");
                row.classList.toggle("truth", choices[i].isTrue);
            });
            const mine = chosen();
            said.textContent = mine === truth ? "Yes." : (mine ? "You chose “" + nameOf(mine) + "”. " : "") + "The program’s answer is “" + nameOf(truth) + "”.";
        }
        const box = element("fieldset", { class: "guess-choices" }, element("legend", {}, asked), ...rows.map(({ row }) => row));
        makeBox([place, ...also], [box], said, { guessed: () => ({ chosen: (chosen() || {}).label }), show, reveal });
    }

    // ---- a line at each exercise that says: predict

    function makeLines() {
        all(".exercises.predict > ol > li").forEach((exercise, i) => {
            const answer = exercise.querySelector(".answer"), key = page + ":" + (i + 1), id = "guess-line-" + (i + 1);
            if (!answer) return;
            const field = element("input", { id, type: "text", maxlength: 200, autocomplete: "off", value: store.get(key) || "" });
            field.addEventListener("input", () => store.set(key, field.value));
            answer.before(element("p", { class: "guess-line" }, element("label", { for: id }, "Your guess", element("span", { class: "unseen" }, " for " + (i + 1))), field));
        });
    }

    if (!page) return;
    if (guesses[page]) guesses[page].make(guesses[page]);
    makeLines();
})();
