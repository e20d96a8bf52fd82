// Guess, then see: bars to drag before a table is shown, whose numbers are then drawn over the guess, and a line for a
// guess at each exercise that asks for one. What is guessed stays on this device. The answers are the page's own numbers;
// without this file all of them are simply there.
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

    // ---- bars

    const numberOf = (text) => Number(text.replace("−", "-"));

    // The table with a column of this name: [a row's first words, the number in that column].
    function fromTable(column) {
        const table = all("main table").find((one) => all("thead th", one).some((head) => head.textContent.trim() === column));
        const rows = table ? all("tbody tr", table).map((row) => all("td, th", row).map((cell) => cell.textContent.trim())) : [];
        return { place: table && (table.closest(".scroll") || table), rows: rows.map((cells) => [cells[0], numberOf(cells.at(-1))]) };
    }

    // The printed section of this title, the same way.
    function fromOutput(title) {
        const place = document.querySelector('.block.output[data-label="' + title + '"]');
        const lines = place ? place.querySelector("pre").textContent.split("\n").map((line) => line.trim().split(/\s{2,}/)) : [];
        return { place, rows: lines.filter((cells) => cells.length > 1).map((cells) => [cells[0], numberOf(cells.at(-1))]) };
    }

    const guesses = {
        "02_softmax": {
            find: () => fromTable("divided by the sum"),
            rows: [["I", "I, score 4"], ["am", "am, score 2"], ["a", "a, score 2"], ["student", "student, score 5"]],
            asked: "How would you divide 1 among them? Drag the four bars.",
            sums: true,
        },
        "05_scaling": {
            find: () => fromOutput("Ten strangers"),
            rows: [["4", "4 questions"], ["64", "64 questions"], ["512", "512 questions"]],
            asked: "Everybody answers at random. What weight does the luckiest of the ten get? Drag a bar for each number of questions.",
        },
    };

    const decimals = (value) => value.toFixed(2);

    function makeBars({ find, rows, asked, sums }) {
        const { place, rows: found } = find();
        const truths = rows.map(([name]) => (found.find((row) => row[0] === name) || [])[1]);
        if (!place || truths.some((truth) => !Number.isFinite(truth))) return; // the text has changed: it stays as it is
        const kept = store.get(page) || {};
        const said = element("p", { class: "guess-said", role: "status" });
        const bars = rows.map(([, label], i) => {
            const id = "guess-" + i;
            const field = element("input", { id, type: "range", min: 0, max: 1, step: 0.01, value: (kept.values || [])[i] ?? 0.1 });
            const output = element("output", { for: id });
            const truth = element("span", { class: "guess-truth" });
            const row = element("div", { class: "guess-row" }, element("label", { for: id }, label), element("span", { class: "guess-bar" }, field, truth), output);
            return { field, output, truth, row };
        });
        const button = element("button", { type: "button", class: "go" }, "Show the answer");
        const box = element("section", { class: "guess", "aria-label": "Guess first" }, element("p", { class: "panel-head" }, "Guess first"),
            element("p", {}, asked), ...bars.map((bar) => bar.row), said,
            element("p", { class: "panel-buttons" }, button, element("span", { class: "guess-note" }, "What you guess stays on this device.")));
        const values = () => bars.map((bar) => Number(bar.field.value));

        function show() {
            bars.forEach(({ field, output }) => {
                field.style.setProperty("--at", 100 * field.value + "%");
                output.textContent = decimals(Number(field.value));
            });
            if (sums) said.textContent = "Yours sum to " + decimals(values().reduce((sum, value) => sum + value, 0)) + ".";
        }
        function reveal() {
            const misses = values().map((value, i) => Math.abs(value - truths[i]));
            const worst = misses.indexOf(Math.max(...misses));
            bars.forEach(({ field, output, truth }, i) => {
                field.disabled = true;
                truth.style.width = 100 * truths[i] + "%";
                output.textContent = decimals(Number(field.value)) + " → " + decimals(truths[i]);
            });
            said.textContent = "Your guess in blue, the program’s number in rust. Farthest off: " + rows[worst][1] + ", by " + decimals(misses[worst]) + ".";
            box.classList.add("shown");
            place.classList.remove("awaited");
            dispatchEvent(new Event("resize")); // what scrolls there must be reached by Tab
            button.textContent = "Guess again";
        }
        for (const { field } of bars) field.addEventListener("input", () => { show(); store.set(page, { values: values() }); });
        button.addEventListener("click", () => {
            if (!box.classList.contains("shown")) { reveal(); return store.set(page, { values: values(), shown: true }); }
            box.classList.remove("shown");
            place.classList.add("awaited");
            bars.forEach(({ field, truth }) => { field.disabled = false; truth.style.width = "0"; });
            button.textContent = "Show the answer";
            said.textContent = "";
            show();
        });
        place.before(box);
        place.classList.add("awaited");
        show();
        if (kept.shown) reveal();
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
    if (guesses[page]) makeBars(guesses[page]);
    makeLines();
})();
