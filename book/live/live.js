// Live figures: a turned knob runs the chapter's own program, compiled to WebAssembly, and the page
// shows what it drew and printed. A classic script: modules and fetch() fail on file://.
//
// A chapter's page has <body data-chapter="07_self_attention"> and figures with data-figure="07_order".
// Another page may have one such figure, which says itself what its chapter is, which knobs it has
// (data-knobs), and where they stand at first (data-sentence="...").
// live/07_self_attention.js, which comes before this file, tells its knobs and sections (the program's own words) and their
// labels (ours); .program.js holds the program and .data.js what it reads at first; both are loaded when a reader comes near a knob.
(function () {
    "use strict";
    const folder = document.currentScript.src.replace(/[^/]*$/, "");
    const one = (selector, from) => from.querySelector(selector);
    const of = one("[data-chapter]", document);
    if (!of || !window.attnChapter || !window.Worker || !window.WebAssembly) return;
    const name = of.dataset.chapter;

    function element(tag, attributes = {}, ...children) {
        const made = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes)) {
            if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
        }
        made.append(...children);
        return made;
    }

    function load(file) {
        return new Promise((done, failed) => {
            const script = element("script", { src: folder + file });
            script.onload = () => { script.remove(); done(); };
            script.onerror = () => failed(new Error("live/" + file + " could not be loaded"));
            document.head.append(script);
        });
    }

    // ---- 1. The program: compiled once, run in workers, each of which does one request after the other.

    let readers = {}; // files that the reader gave
    let compiled = null, isLoaded = false, rest = null;

    // Unpacked and compiled as it comes: neither the packed nor the unpacked program waits for its end.
    async function moduleOf(packed) {
        const text = atob(packed), bytes = new Uint8Array(text.length);
        for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
        const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
    }

    function compile() {
        compiled ||= Promise.all([load(name + ".program.js"), load(name + ".data.js")]).then(async () => {
            const { wasm, script } = window.attnBook;
            delete window.attnBook;
            const module = await moduleOf(wasm);
            isLoaded = true;
            for (const lane of [trainings, others]) lane.loaded();
            return { module, url: URL.createObjectURL(new Blob([script], { type: "text/javascript" })) };
        });
        compiled.catch(() => { compiled = null; });
        return compiled;
    }

    // A worker, and the panels that wait for it.
    function makeLane() {
        let worker = null, current = null, hasAll = false;
        let request = 0; // the number of the one that is under way: an answer to another is nobody's
        const waiting = new Map(); // panel -> its newest request

        // What is read only where a knob is turned is fetched for the first one that is.
        async function startWorker({ isAtStart }) {
            const { module, url } = await compile();
            if (!isAtStart) await (rest ||= load(name + ".more.data.js"));
            if (worker && !isAtStart && !hasAll) worker.postMessage({ files: window.attnData });
            hasAll ||= !isAtStart;
            if (worker) return;
            worker = new Worker(url);
            worker.onmessage = ({ data }) => {
                if ("line" in data) return current && current.tell(data.line);
                if (data.meanwhile) return current && current.meanwhile(data.meanwhile);
                if (data.crash) dropWorker(); // what is left in its memory cannot be trusted
                finish((panel) => (data.crash ? panel.fail("The program stopped: " + data.crash) : panel.show(data.answer)));
            };
            worker.onerror = (event) => { dropWorker(); finish((panel) => panel.fail("The program stopped: " + event.message)); };
            worker.postMessage({ module, files: { ...window.attnData, ...readers } });
        }

        function dropWorker() {
            if (worker) worker.terminate();
            worker = null;
            hasAll = false;
        }

        function finish(tell) {
            const panel = current;
            current = null;
            if (panel) {
                panel.end();
                tell(panel);
            }
            next();
        }

        async function next() {
            if (current || !waiting.size) return;
            const [panel, asked] = waiting.entries().next().value, mine = ++request;
            waiting.delete(panel);
            current = panel;
            panel.begin(asked);
            if (panel.learns) dropWorker(); // it would remember what it learned, and show nothing of the way
            try {
                await startWorker(asked);
                if (request === mine) worker.postMessage(asked);
            } catch (error) {
                if (request === mine) finish(() => panel.fail(error.message));
            }
        }

        function stop() {
            waiting.delete(current);
            ++request;
            dropWorker();
            finish((panel) => panel.stopped());
        }

        return {
            run(panel, asked) { waiting.set(panel, asked); next(); },
            loaded() { current?.loaded(); },
            isAt: (panel) => current === panel,
            stop,
            renew() { if (current) stop(); else dropWorker(); }, // other files are read
        };
    }

    const trainings = makeLane(), others = makeLane(); // no other knob waits for a training's end

    // ---- 2. A knob: what a reader turns. Its value is a text, as on the command line.

    function choices(label, pick) {
        const row = element("div", { class: "choices" });
        // An object's keys that are whole numbers come before all others: numbers stand in their own order.
        const given = Object.entries(label.choices || {});
        if (given.every(([value]) => value.trim() && !Number.isNaN(Number(value)))) given.sort(([a], [b]) => a - b);
        for (const [value, words] of given) {
            const button = element("button", { type: "button", "data-value": value }, words);
            button.addEventListener("click", () => pick(value));
            row.append(button);
        }
        return row;
    }

    // A sentence in parts: a list of words for each, which puts a word into the field or takes it out.
    function partsOf(label, pick) {
        const lists = (label.parts || []).map((words, i) => element("select", { "aria-label": label.label + ", part " + (i + 1) }, element("option", { value: "" }, "–"),
            ...Object.entries(words).filter(([word]) => word).map(([word, [meaning]]) => element("option", { value: word }, word + " · " + meaning))));
        lists.forEach((list, i) => list.addEventListener("change", () => {
            pick(attnGrammar.agreeing(label.parts, lists.map((one) => one.value), i).filter(Boolean).join(" "));
        }));
        const show = (text) => lists.forEach((list, i) => {
            const found = Object.keys(label.parts[i]).filter((word) => word && (" " + text + " ").includes(" " + word + " "));
            list.value = found.sort((a, b) => b.length - a.length)[0] || "";
        });
        return { row: element("div", { class: "parts", hidden: !lists.length }, ...lists), show };
    }

    const sliderOf = (knob, label) => label.slider ||
        (knob.kind === "whole" && !label.choices && knob.most - knob.least <= 200 ? [knob.least, knob.most, 1] : null);

    function makeKnob(knob, label, figure, turned) {
        const id = figure.dataset.figure + "-" + knob.name;
        const slider = (knob.kind === "whole" || knob.kind === "number") && sliderOf(knob, label);
        const words = knob.kind === "choice" ? Object.fromEntries(knob.words.map((word) => [word, word])) : null;
        if (words) label = { ...label, choices: label.choices || words };
        label = { ...label, label: figure.dataset.label || label.label };
        const help = element("p", { class: "help", id: id + "-help", "aria-live": "polite" }, label.help || "");
        const field = knob.kind === "flag" ? element("input", { id, type: "checkbox" }) :
            slider ? element("input", { id, type: "range", min: slider[0], max: slider[1], step: slider[2] }) :
            element("input", { id, type: words ? "hidden" : "text", maxlength: words ? null : "200", autocomplete: "off", spellcheck: "false" });
        field.setAttribute("aria-describedby", help.id);
        const output = slider ? element("output", { for: id }) : "";
        const made = { name: knob.name, start: knob.start, first: figure.dataset[knob.name] || label.first || knob.start, isFlag: knob.kind === "flag" };
        // Letters put together, blanks that are blanks: a Hangul syllable typed on a Mac may come as three letters.
        made.value = () => (made.isFlag ? (field.checked ? "on" : "off") : field.value.normalize("NFC").replace(/\s+/g, " ").trim());
        made.accept = (message) => {
            box.classList.toggle("wrong", Boolean(message));
            if (message && label.parts) message = message.replace(/; (the nearest is|it knows) .*$/s, ". The lists below have its words.");
            help.textContent = message || label.help || "";
            if (message) field.setAttribute("aria-invalid", "true"); else field.removeAttribute("aria-invalid");
        };
        made.update = () => {
            if (slider) {
                output.textContent = field.value;
                field.style.setProperty("--at", (100 * (field.value - slider[0])) / (slider[1] - slider[0]) + "%");
            }
            parts.show(made.value());
            for (const button of row.children) button.setAttribute("aria-pressed", button.dataset.value === made.value());
        };
        // A slider ends somewhere and has steps: between them it cannot stand.
        made.takes = (text) => {
            const other = field.cloneNode();
            other.value = text;
            return !slider || Number(other.value) === Number(text);
        };
        made.set = (text) => {
            if (made.isFlag) field.checked = text === "on"; else field.value = text;
            made.update();
        };
        const row = choices(label, (value) => { made.set(value); turned(0); });
        const parts = partsOf(label, (value) => { made.set(value); turned(0); });
        const head = words ? element("span", { class: "knob-label", id: id + "-label" }, label.label) :
            element("label", { for: id }, label.label);
        if (words) { row.setAttribute("role", "group"); row.setAttribute("aria-labelledby", id + "-label"); }
        const box = element("div", { class: "knob", "data-option": knob.name, "data-kind": slider ? "range" : knob.kind },
            head, output, field, help, parts.row, row);
        field.addEventListener("input", () => { made.update(); turned(field.type === "text" ? 300 : 0); });
        made.box = box;
        made.field = words ? one("button", row) : field;
        made.set(made.first);
        return made;
    }

    // ---- 3. A panel: the knobs of the section that draws a figure.

    const quoted = (text) => (/^[\w.,:+-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");

    // The program's drawing, in place of the one that is there. Where the page says a figure's title
    // itself, the drawing is cut below it.
    function draw(figure, drawn) {
        const parsed = new DOMParser().parseFromString(drawn.svg, "image/svg+xml").documentElement;
        if (parsed.localName !== "svg") throw new Error("the drawing of " + drawn.name + " is no SVG");
        const svg = document.importNode(parsed, true);
        svg.style.setProperty("--width", svg.getAttribute("width"));
        const title = one(".fig-title", figure), subtitle = one(".fig-sub", figure);
        if (title) {
            const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
            const top = Number(svg.dataset.top);
            svg.setAttribute("viewBox", [0, top, width, height - top].join(" "));
            svg.setAttribute("height", height - top);
            const head = one(".fig-head", svg);
            if (head) head.remove();
            title.textContent = drawn.title;
            if (subtitle) subtitle.textContent = drawn.subtitle;
        }
        one(".drawing > :is(svg, img)", figure).replaceWith(svg); // and leave what lies over it
        if (figure.matches(".hero-figure")) cutToFirst(svg);
    }

    // What learns on the first page shows its first sentence: down to the first gap below it.
    function cutToFirst(svg) {
        const [left, top, width] = svg.getAttribute("viewBox").split(" ").map(Number), gap = 24;
        const boxes = [...svg.querySelectorAll("path, rect")].map((part) => part.getBBox()).filter(({ y }) => y > top).sort((a, b) => a.y - b.y);
        const first = boxes[0].y;
        let end = first;
        for (const { y, height } of boxes) {
            if (y > end + gap) break;
            end = Math.max(end, y + height);
        }
        svg.setAttribute("viewBox", [left, first - gap / 2, width, end - first + gap].join(" "));
        svg.setAttribute("height", end - first + gap);
    }

    // What puts a figure back to what it is now.
    function remembered(figure) {
        const parts = [".drawing", ".fig-title", ".fig-sub"].map((selector) => one(selector, figure)).filter(Boolean);
        const copies = parts.map((part) => part.cloneNode(true));
        return () => parts.forEach((part, i) => part.replaceChildren(...copies[i].cloneNode(true).childNodes));
    }

    // With its title, which tells how far a training is: where not all of it fits, the drawing's end is left out.
    function bringIntoView(figure) {
        for (let fold = figure.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
        figure.dispatchEvent(new Event("wanted")); // guess.js shows what waits for a guess
        const drawing = one(".drawing", figure), head = one(":scope > .fig-head", figure) || drawing;
        const top = head.getBoundingClientRect().top, bottom = drawing.getBoundingClientRect().bottom;
        const above = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
        if (top < above || bottom - top > innerHeight - above) head.scrollIntoView({ block: "start" });
        else drawing.scrollIntoView({ block: "nearest" });
    }

    function whenWithin(rootMargin, figure, f) {
        new IntersectionObserver((entries, seen) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            seen.disconnect();
            f();
        }, { rootMargin }).observe(figure);
    }

    // What both kinds have: knobs, the command that they say, and what the program answers. panel.turned(wait) is called for a
    // turned knob, panel.drew(drawn, answer) for an answer, panel.reset() by the button.
    function panelOf(figure, section, table, labels, lane, given = {}) {
        const drawing = figure.dataset.figure, number = parseInt(name, 10);
        const own = Object.keys(labels).filter((knob) => !figure.dataset.knobs || figure.dataset.knobs === knob);
        const knobs = own.map((knob) => makeKnob(table.knobs.find((one) => one.name === knob), labels[knob], figure, (wait) => panel.turned(wait)));
        const code = element("code"), note = element("p", { class: "note", "aria-live": "polite" });
        const bar = element("progress", { hidden: true, "aria-label": "How far it is" });
        const button = (kind, words, attributes = {}) => element("button", { type: "button", class: kind, ...attributes }, words);
        const copier = button("copy", "Copy"), linker = button("copy link", "Copy link"); // book.js does it
        const reset = button("reset", "Reset", { "aria-disabled": "true" }), stopper = button("stop", "Stop", { hidden: true });
        const printed = element("code");
        const details = element("details", { class: "printed" }, element("summary", {}, "What it prints"), element("pre", { tabindex: "0" }, printed));
        const box = element("div", { class: "panel", "data-figure": drawing });
        let isSlow = 0, before = null;

        const panel = {
            figure, drawing, knobs, number, box, bar, stopper, printed, details, button,
            command: element("div", { class: "command" }, code),
            buttons: element("p", { class: "panel-buttons" }, stopper, copier, linker, reset),
            note, said: "", hasLearned: false, asked: null,
            isGiven: (knob, value) => given[knob] === value,
            changed: () => knobs.filter((knob) => knob.value() !== knob.start),
            wanted: () => Object.fromEntries([...Object.entries(given), ...panel.changed().map((knob) => [knob.name, knob.value()])]),
            // What is only heard stands in the page already.
            say(text, isHeard = false) { note.textContent = text; note.classList.toggle("unseen", isHeard); },
            ask(room = 0) { lane.run(panel, { chapter: name, section: section.title, turned: panel.wanted(), isAtStart: panel.changed().every((knob) => light.includes(knob.name)), isNarrow: isNarrow.matches, room }); },
            showCommand() {
                code.replaceChildren("./run " + number);
                if (section.more) code.append(" --only " + quoted(section.title));
                for (const [knob, value] of Object.entries(panel.wanted())) {
                    const isFlag = table.knobs.find((one) => one.name === knob).kind === "flag";
                    code.append(" ", element("span", { class: "turned" + (/^[ -~]{0,19}$/.test(value) ? " short" : "") },
                        element("i", {}, "--" + knob), isFlag ? "" : " " + quoted(value)));
                }
                reset.setAttribute("aria-disabled", knobs.every((knob) => knob.value() === knob.first) && !panel.hasLearned);
            },
            begin(request, isQuiet = false) {
                panel.asked = request;
                isSlow = isQuiet ? 0 : setTimeout(() => {
                    panel.loaded();
                    stopper.hidden = false;
                    if (document.activeElement.matches(".go") && box.contains(document.activeElement)) { before = document.activeElement; stopper.focus({ preventScroll: true }); }
                }, 400);
                box.setAttribute("aria-busy", "true");
            },
            loaded() { panel.say(isLoaded ? "Computing …" : "Loading …"); },
            tell(line) { // "[####......] step 40 of 200, loss 0.3, 2 s left"
                const found = line.match(/step (\d+) of (\d+)(.*)/);
                if (stopper.hidden) return "";
                bar.hidden = !found;
                if (found) [bar.max, bar.value] = [found[2], found[1]];
                panel.say(found ? "" : line);
                return found ? found[0] : "";
            },
            meanwhile() {},
            stopped() { panel.say("Stopped. The figure is as it was."); panel.showCommand(); },
            end() {
                clearTimeout(isSlow);
                if (document.activeElement === stopper) (before || knobs[0].field).focus({ preventScroll: true });
                before = null;
                stopper.hidden = bar.hidden = true;
                box.removeAttribute("aria-busy");
                panel.say("");
            },
            fail(message) { panel.say(message); figure.classList.add("stale"); },
            show(answer) {
                knobs.forEach((knob) => knob.accept(""));
                if (answer.error) {
                    figure.classList.add("stale");
                    const knob = knobs.find((one) => answer.error.startsWith("--" + one.name + " "));
                    return knob ? knob.accept(answer.error) : panel.fail(answer.error);
                }
                const drawn = answer.figures.find((one) => one.name === drawing);
                if (drawn) panel.drew(drawn);
                if (panel.said) panel.say(panel.said);
                const left = answer.left_out.find((one) => one.figure === drawing);
                if (left) panel.say("Not drawn for these values: " + left.reason);
                figure.classList.toggle("stale", Boolean(left));
                printed.textContent = answer.text;
                dispatchEvent(new Event("resize")); // it may be too wide now, and then Tab must reach it
                panel.showCommand();
                writeAddress();
            },
            // As an address says, or a command in the text; what it does not name is as at the start.
            turnTo(values, words = "") {
                knobs.forEach((knob) => { knob.set(values.has(knob.name) ? values.get(knob.name) : knob.first); knob.accept(""); });
                panel.turned(0, words);
                if (words) bringIntoView(figure);
            },
        };

        stopper.addEventListener("click", lane.stop);
        linker.addEventListener("click", () => {
            linker.dataset.text = location.href.split("#")[0] + (attnAddress.hashOf(addressed([panel])) || "#" + figure.id);
        });
        reset.addEventListener("click", () => {
            if (reset.getAttribute("aria-disabled") === "true") return;
            knobs.forEach((knob) => { knob.set(knob.first); knob.accept(""); });
            panel.hasLearned = false;
            figure.classList.remove("stale");
            panel.reset();
        });
        return panel;
    }

    // A turned knob draws the figure anew.
    function makeTurned(figure, section, table, { head = "Turn it", hint, ...labels }) {
        const panel = panelOf(figure, section, table, labels, others), { box, knobs, details, printed } = panel, { begin } = panel;
        let timer = 0, isQuiet = false;
        const hands = hint && attnDrag(figure, {
            value: (knob) => knobs.find((one) => one.name === knob).value(),
            turn(knob, text) { knobs.find((one) => one.name === knob).set(text); panel.turned(0); },
        });
        const run = (quietly = false) => {
            isQuiet = quietly;
            clearTimeout(timer);
            panel.ask(hands ? hands.room() : 0);
        };
        box.append(element("p", { class: "panel-head" }, head), hint ? element("p", { class: "hint" }, hint) : "", ...knobs.map((knob) => knob.box),
            panel.command, panel.bar, panel.note, panel.buttons);
        Object.assign(panel, {
            turned(wait, words = "") {
                panel.said = words;
                panel.showCommand();
                clearTimeout(timer);
                timer = setTimeout(run, wait);
            },
            begin(request) { begin(request, isQuiet); },
            drew(drawn) {
                draw(figure, drawn);
                if (hands) hands.show(drawn.handles, (knob) => panel.asked.turned[knob] ?? knobs.find((one) => one.name === knob).start);
                if (!isQuiet) panel.say(drawn.title, !one(".parts:not([hidden])", box)); // of a sentence in parts, on a phone, the figure is out of sight
            },
            reset() { panel.turned(0); },
        });
        details.addEventListener("toggle", () => { if (details.open && !printed.textContent) run(); });
        const isWide = isNarrow.matches && panel.changed().length; // what is recorded narrow is the start
        if (hint || isWide) whenWithin("100% 0%", figure, () => run(true)); // then it has handles, and room to move them
        return panel;
    }

    // A button trains; the figure grows meanwhile, and its frames are kept.
    function makeTraining(figure, section, table, { head, button: go, ...labels }, beginning) {
        if (beginning) draw(figure, beginning[isNarrow.matches ? "narrow" : "wide"]); // nobody sees a training's end before its beginning
        const first = remembered(figure), isSeen = figure.dataset.begins === "seen";
        const panel = panelOf(figure, section, table, labels, trainings, go.with), { box, printed } = panel, { begin, tell, end, stopped, turnTo } = panel;
        const label = figure.dataset.button || go.label, goer = panel.button("go", label);
        const way = element("p", { class: "note way" }); // read when asked for, and not said aloud at each step
        const frames = attnFrames(drawFrame);
        const lastStep = () => Number(panel.wanted().steps || table.knobs.find((knob) => knob.name === "steps").start);
        let shown = "", isGrowing = false;
        // A training's drawing has room for the tallest of its frames, so that the slider below it stays under the hand.
        let room = { width: 0, height: 0 };
        function drawFrame(frame) {
            const place = one(".drawing", figure);
            draw(figure, frame);
            if (place.offsetWidth !== room.width) { // the window is another
                place.style.minHeight = "";
                room = { width: place.offsetWidth, height: 0 };
            }
            room.height = Math.max(room.height, place.offsetHeight);
            place.style.minHeight = room.height + "px";
        }
        function run() {
            frames.clear();
            if (trainings.isAt(panel)) trainings.stop(); // another one is wanted
            panel.ask();
        }
        panel.buttons.prepend(goer);
        printed.textContent = "Nothing yet: “" + label + "” runs it.";
        box.append(element("p", { class: "panel-head" }, head), frames.element, panel.bar, way, panel.note, panel.buttons, // it is watched: its buttons are near the figure
            ...panel.knobs.map((knob) => knob.box), panel.command);
        Object.assign(panel, {
            learns: true,
            turned(wait, words = "") {
                panel.said = words;
                panel.showCommand();
                if (isSeen) run();
            },
            begin(request) {
                isGrowing = false;
                goer.setAttribute("aria-disabled", "true");
                begin(request);
            },
            tell(line) { way.textContent = tell(line) || way.textContent; },
            meanwhile({ step, figures }) { // as far as it is
                const drawn = figures.find((one) => one.name === panel.drawing);
                if (!drawn) return;
                frames.add({ step, ...drawn });
                shown = (drawn.title.match(/After (\d+) steps/) || [0, step])[1];
                panel.hasLearned = isGrowing = true;
            },
            stopped() {
                stopped();
                if (isGrowing) panel.say("Stopped at step " + shown + ". The figure shows what it had learned.");
            },
            end() {
                goer.setAttribute("aria-disabled", "false");
                end();
                way.textContent = "";
            },
            drew(drawn) {
                frames.add({ step: lastStep(), ...drawn });
                panel.hasLearned = true;
            },
            turnTo(values, words = "") {
                turnTo(values, words);
                if (words) { panel.say(words + ". “" + label + "” runs it."); goer.focus({ preventScroll: true }); }
            },
            reset() { // to learn it again would take long
                if (trainings.isAt(panel)) trainings.stop();
                first();
                frames.clear();
                one(".drawing", figure).style.minHeight = "";
                room.width = 0;
                panel.said = "";
                panel.showCommand();
                writeAddress();
            },
        });
        goer.addEventListener("click", () => {
            if (goer.getAttribute("aria-disabled") === "true") return;
            bringIntoView(figure); // above the knobs, on a phone
            run();
        });
        if (isSeen && !matchMedia("(prefers-reduced-motion: reduce)").matches) whenWithin("0% 0% -40%", figure, run);
        return panel;
    }

    function makePanel(figure, section, table, labels, beginning) {
        const panel = (labels.button ? makeTraining : makeTurned)(figure, section, table, labels, beginning);
        panels.push(panel);
        panel.showCommand();
        near.observe(figure);
        figure.classList.add("live");
        const place = one(".turn", figure);
        place.append(panel.box, panel.details);
        place.hidden = false;
    }

    // ---- 4. The page.

    const panels = [];
    const isNarrow = matchMedia("(max-width: 47.99rem)");

    // The program is fetched when a reader comes near the first panel, so that it is there at the first touch.
    const near = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        compile().catch(() => {}); // said when a knob is touched
    }, { rootMargin: "600px" });

    // A knob of one panel goes by its name, one of several by its figure's name too.
    function keyOf(panel, knob) {
        const isShared = panels.some((other) => other !== panel && other.knobs.some((one) => one.name === knob.name));
        return (isShared ? panel.figure.dataset.figure + "." : "") + knob.name;
    }

    // Runs a section for what is no panel.
    function ask(section, turned, tell) {
        const asker = { begin() {}, loaded() {}, tell() {}, end() {}, stopped() {}, fail: (error) => tell({ error }), show: tell };
        others.run(asker, { chapter: name, section, turned, isNarrow: false });
    }

    // Each of the gallery's mistakes has a section of its name.
    function addGame(contents) {
        const names = contents.knobs.find((one) => one.name === "bug").words.filter((bug) => bug !== "all");
        one('[data-figure="20_lineup"]', document)?.after(attnGame(names, (bug, tell) => ask(bug, { bug }, tell)));
    }

    // Chapter 19's model, of the two files that a reader has fetched.
    function addStory() {
        const place = one("#where-it-breaks", document);
        if (place) place.before(attnStory((files, knobs, tell) => {
            if (files !== readers) { // the next worker has them
                readers = files;
                others.renew();
            }
            ask("It tells a story", { weights: "/reader", ...knobs }, tell);
        }));
    }

    const addressed = (some) => some.flatMap((panel) => panel.knobs.filter((knob) => knob.value() !== knob.first)
        .map((knob) => [keyOf(panel, knob), knob.value()]));

    const writeAddress = () => attnAddress.write(addressed(panels));

    // Turns what the address says and, where a link led here, leads to the first figure that it turns.
    function turnAsAddressed(leads) {
        const all = attnAddress.read();
        for (const panel of panels) {
            const values = new Map(panel.knobs.map((knob) => {
                const asked = all.get(keyOf(panel, knob)) ?? all.get(knob.name) ?? knob.first;
                return [knob.name, knob.takes(asked) ? asked : knob.first];
            }));
            if (panel.knobs.every((knob) => knob.value() === values.get(knob.name))) continue;
            panel.turnTo(values);
            if (leads) bringIntoView(panel.figure);
            leads = false;
        }
    }

    // On a phone a low drawing stays in sight above its knobs, and a high one has them above it.
    function keepTogether() {
        for (const { figure, learns } of panels) {
            const { width, height } = one(".drawing svg", figure)?.viewBox.baseVal || { width: 1, height: 0 }, part = (height / width) * innerWidth / innerHeight;
            figure.classList.toggle("low", part < 0.48);
            figure.classList.toggle("high", part > 0.85 && !learns);
        }
    }

    const { contents, labels, beginnings, light } = window.attnChapter;
    for (const figure of document.querySelectorAll("[data-figure]")) {
        const drawing = figure.dataset.figure;
        const section = contents.sections.find((one) => one.figures.includes(drawing));
        if (section && labels[drawing]) makePanel(figure, section, contents, labels[drawing], beginnings[drawing]);
    }
    attnCommands.makeLinks(panels);
    if (name === "20_bug_gallery") addGame(contents);
    if (name === "19_since_2017") addStory();
    keepTogether();
    const [{ type } = {}] = performance.getEntriesByType("navigation"); // a reload, and Back, stay where the reader was
    if (attnAddress.isOfKnobs()) turnAsAddressed(type === "navigate");
    addEventListener("popstate", () => turnAsAddressed(false));
    addEventListener("hashchange", () => { if (attnAddress.isOfKnobs()) turnAsAddressed(true); });
})();
