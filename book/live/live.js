// Live figures: a turned knob runs the chapter's own program, compiled to WebAssembly, and the page
// shows what it drew and printed. A classic script: modules and fetch() fail on file://.
//
// A chapter's page has <body data-chapter="07_self_attention"> and figures with data-figure="07_order".
// Another page may have one such figure, which says itself what its chapter is, which knobs it has
// (data-knobs), and where they stand at first (data-sentence="...").
// live/07_self_attention.js tells its knobs and sections (the program's own words) and their labels
// (ours); live/program.js holds the program and live/07_self_attention.data.js what it reads; both are loaded when a reader comes near a knob.
(function () {
    "use strict";
    const folder = document.currentScript.src.replace(/[^/]*$/, "");
    const one = (selector, from) => from.querySelector(selector);
    const of = one("[data-chapter]", document);
    if (!of || !window.Worker || !window.WebAssembly) return;
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

    // ---- 1. The program: compiled once, run in a worker, one request after the other.

    let readers = {}; // files that the reader gave
    let compiled = null, worker = null, current = null, isLoaded = false;
    let request = 0; // the number of the one that is under way: an answer to another is nobody's
    const waiting = new Map(); // panel -> its newest request

    // Unpacked and compiled as it comes: neither the packed nor the unpacked program waits for its end.
    async function moduleOf(packed) {
        const text = atob(packed), bytes = new Uint8Array(text.length);
        for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
        const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
    }

    function compile() {
        compiled ||= Promise.all([load("program.js"), window.attnChapter.hasData && load(name + ".data.js")]).then(async () => {
            const { wasm, script } = window.attnBook;
            delete window.attnBook;
            const module = await moduleOf(wasm);
            isLoaded = true;
            if (current) current.loaded();
            return { module, url: URL.createObjectURL(new Blob([script], { type: "text/javascript" })) };
        });
        compiled.catch(() => { compiled = null; });
        return compiled;
    }

    async function startWorker() {
        const { module, url } = await compile();
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
            await startWorker();
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
        if (svg.getAttribute("width") > 480) svg.style.setProperty("--width", svg.getAttribute("width")); // it goes on
        else svg.style.minWidth = "0";
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
    }

    // What puts a figure back to what it is now.
    function remembered(figure) {
        const parts = [".drawing", ".fig-title", ".fig-sub"].map((selector) => one(selector, figure)).filter(Boolean);
        const copies = parts.map((part) => part.cloneNode(true));
        return () => parts.forEach((part, i) => part.replaceChildren(...copies[i].cloneNode(true).childNodes));
    }

    // With its title, which tells how far a training is: where not all of it fits, the drawing's end is left out.
    function bringIntoView(figure) {
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

    function makePanel(figure, section, table, labels, beginning) {
        const drawing = figure.dataset.figure, number = parseInt(name, 10);
        const { head = "Turn it", hint, button, ...knobLabels } = labels;
        const go = button && { ...button, label: figure.dataset.button || button.label };
        const own = Object.keys(knobLabels).filter((knob) => !figure.dataset.knobs || figure.dataset.knobs === knob);
        if (go && beginning) draw(figure, beginning); // nobody sees a training's end before its beginning
        const first = go && remembered(figure);
        let timer = 0, isSlow = 0, hasLearned = false, isGrowing = false, isQuiet = false, step = "", shown = "", said = "", before = null, asked = null;
        const knobs = own.map((knob) =>
            makeKnob(table.knobs.find((one) => one.name === knob), knobLabels[knob], figure, (wait) => turned(wait)));
        const frames = go && attnFrames(drawFrame);
        const hands = hint && attnDrag(figure, {
            value: (knob) => knobs.find((one) => one.name === knob).value(),
            turn(knob, text) { knobs.find((one) => one.name === knob).set(text); turned(0); },
        });
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
        const code = element("code"), note = element("p", { class: "note", "aria-live": "polite" });
        const way = element("p", { class: "note way" }); // of a training: read when asked for, and not said aloud at each step
        const bar = element("progress", { hidden: true, "aria-label": "How far it is" });
        const copier = element("button", { type: "button", class: "copy" }, "Copy"); // book.js does it
        const reset = element("button", { type: "button", class: "reset", "aria-disabled": "true" }, "Reset");
        const stopper = element("button", { type: "button", class: "stop", hidden: true }, "Stop");
        const goer = go ? element("button", { type: "button", class: "go" }, go.label) : "";
        const printed = element("code", {}, go ? "Nothing yet: “" + go.label + "” runs it." : "");
        const details = element("details", { class: "printed" }, element("summary", {}, "What it prints"),
            element("pre", { tabindex: "0" }, printed));
        const buttons = [bar, way, note, element("p", { class: "panel-buttons" }, goer, stopper, copier, reset)];
        const box = element("div", { class: "panel", "data-figure": drawing },
            element("p", { class: "panel-head" }, head), hint ? element("p", { class: "hint" }, hint) : "",
            ...(go ? [frames.element, ...buttons] : []), ...knobs.map((knob) => knob.box),
            element("div", { class: "command" }, code), ...(go ? [] : buttons)); // a training is watched: its buttons are near the figure

        const changed = () => knobs.filter((knob) => knob.value() !== knob.start);
        const wanted = () => Object.fromEntries([...Object.entries((go && go.with) || {}),
            ...changed().map((knob) => [knob.name, knob.value()])]);

        const lastStep = () => Number(wanted().steps || table.knobs.find((knob) => knob.name === "steps").start);

        function showCommand() {
            code.replaceChildren("./run " + number);
            if (section.more) code.append(" --only " + quoted(section.title));
            for (const [knob, value] of Object.entries(wanted())) {
                const isFlag = table.knobs.find((one) => one.name === knob).kind === "flag";
                code.append(" ", element("span", { class: "turned" + (/^[ -~]{0,19}$/.test(value) ? " short" : "") },
                    element("i", {}, "--" + knob), isFlag ? "" : " " + quoted(value)));
            }
            reset.setAttribute("aria-disabled", knobs.every((knob) => knob.value() === knob.first) && !hasLearned);
        }

        function run() {
            clearTimeout(timer);
            if (go) frames.clear();
            const reach = hands ? hands.room() : 0;
            waiting.set(panel, { chapter: name, section: section.title, turned: wanted(), isNarrow: isNarrow.matches, room: reach });
            next();
        }

        function turned(wait, words = "") {
            said = words;
            showCommand();
            clearTimeout(timer);
            if (!go) timer = setTimeout(run, wait);
        }

        const panel = {
            figure, knobs, number, learns: Boolean(go),
            isGiven: (knob, value) => Boolean(go && (go.with || {})[knob] === value),
            say(text) { note.textContent = text; },
            begin(request) {
                asked = request;
                isGrowing = false;
                if (go) goer.setAttribute("aria-disabled", "true");
                isSlow = isQuiet ? 0 : setTimeout(() => {
                    panel.loaded();
                    stopper.hidden = false;
                    if (document.activeElement === goer) { before = goer; stopper.focus({ preventScroll: true }); }
                }, 400);
                box.setAttribute("aria-busy", "true");
            },
            loaded() { panel.say(isLoaded ? "Computing …" : "Loading …"); },
            tell(line) { // "[####......] step 40 of 200, loss 0.3, 2 s left"
                const found = line.match(/step (\d+) of (\d+)(.*)/);
                if (found) step = bar.value = found[1];
                if (stopper.hidden) return;
                bar.hidden = !found;
                if (found) bar.max = found[2];
                panel.say(found ? "" : line);
                if (found) way.textContent = found[0];
            },
            meanwhile({ step, figures }) { // a training, as far as it is
                const drawn = figures.find((one) => one.name === drawing);
                if (!drawn) return;
                frames.add({ step, ...drawn });
                shown = (drawn.title.match(/After (\d+) steps/) || [0, step])[1];
                hasLearned = isGrowing = true;
            },
            stopped() {
                panel.say(isGrowing ? "Stopped at step " + shown + ". The figure shows what it had learned." : "Stopped. The figure is as it was.");
                showCommand();
            },
            end() {
                clearTimeout(isSlow);
                const wasHere = document.activeElement === stopper;
                if (go) goer.setAttribute("aria-disabled", "false");
                if (wasHere) (before || knobs[0].field).focus({ preventScroll: true });
                before = null;
                isQuiet = false;
                stopper.hidden = bar.hidden = true;
                way.textContent = "";
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
                if (drawn && go) frames.add({ step: lastStep(), ...drawn });
                else if (drawn) draw(figure, drawn);
                if (drawn && hands) hands.show(drawn.handles, (knob) => asked.turned[knob] ?? knobs.find((one) => one.name === knob).start);
                if (drawn && !go && one(".parts:not([hidden])", box)) panel.say(drawn.title); // on a phone, the figure is out of sight
                if (answer.text.includes("(not from the grammar)")) panel.say("No sentence of its grammar: whatever it writes is a guess.");
                if (said) panel.say(said);
                const left = answer.left_out.find((one) => one.figure === drawing);
                if (left) panel.say("Not drawn for these values: " + left.reason);
                figure.classList.toggle("stale", Boolean(left));
                printed.textContent = answer.text;
                dispatchEvent(new Event("resize")); // it may be too wide now, and then Tab must reach it
                hasLearned = Boolean(go);
                showCommand();
                writeAddress();
            },
            // As an address says, or a command in the text; what it does not name is as at the start.
            turnTo(values, words) {
                knobs.forEach((knob) => { knob.set(values.has(knob.name) ? values.get(knob.name) : knob.first); knob.accept(""); });
                turned(0, words);
                for (let fold = words && figure.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
                if (words) bringIntoView(figure);
                if (words && go) { panel.say(words + ". “" + go.label + "” runs it."); goer.focus({ preventScroll: true }); }
            },
        };

        stopper.addEventListener("click", stop);
        if (go) {
            goer.addEventListener("click", () => {
                if (goer.getAttribute("aria-disabled") === "true") return;
                bringIntoView(figure); // above the knobs, on a phone
                run();
            });
        }
        reset.addEventListener("click", () => {
            if (reset.getAttribute("aria-disabled") === "true") return;
            knobs.forEach((knob) => { knob.set(knob.first); knob.accept(""); });
            if (go) { first(); frames.clear(); one(".drawing", figure).style.minHeight = ""; room.width = 0; } // to learn it again would take long
            hasLearned = false;
            figure.classList.remove("stale");
            turned(0);
            if (go) writeAddress();
        });
        near.observe(figure);
        panels.push(panel);
        details.addEventListener("toggle", () => { if (details.open && !printed.textContent && !go) run(); });
        showCommand();
        const isWide = isNarrow.matches && !go && changed().length; // what is recorded narrow is the start
        if (hint || isWide) whenWithin("100% 0%", figure, () => { isQuiet = true; run(); }); // then it has handles, and room to move them
        if (figure.dataset.begins === "seen" && !matchMedia("(prefers-reduced-motion: reduce)").matches) whenWithin("0% 0% -40%", figure, run);
        figure.classList.add("live");
        const place = one(".turn", figure);
        place.append(box, details);
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
        waiting.set(asker, { chapter: name, section, turned, isNarrow: false });
        next();
    }

    // Each of the gallery's mistakes has a section of its name.
    function addGame(contents) {
        const names = contents.knobs.find((one) => one.name === "bug").words.filter((bug) => bug !== "none");
        one('[data-figure="18_lineup"]', document)?.after(attnGame(names, (bug, tell) => ask(bug, { bug }, tell)));
    }

    // Chapter 17's model, of the two files that a reader has fetched.
    function addStory() {
        const place = one("#where-it-breaks", document);
        if (place) place.before(attnStory((files, knobs, tell) => {
            if (files !== readers) { // the next worker has them
                readers = files;
                if (current) stop(); else dropWorker();
            }
            ask("It tells a story", { weights: "/reader", ...knobs }, tell);
        }));
    }

    function writeAddress() {
        attnAddress.write(panels.flatMap((panel) => panel.knobs.filter((knob) => knob.value() !== knob.first)
            .map((knob) => [keyOf(panel, knob), knob.value()])));
    }

    function turnAsAddressed() {
        const all = attnAddress.read();
        for (const panel of panels) {
            const values = new Map(panel.knobs.map((knob) => {
                const asked = all.get(keyOf(panel, knob)) ?? all.get(knob.name) ?? knob.first;
                return [knob.name, knob.takes(asked) ? asked : knob.first];
            }));
            if (panel.knobs.some((knob) => knob.value() !== values.get(knob.name))) panel.turnTo(values);
        }
    }

    load(name + ".js").then(async () => {
        const { contents, labels, beginnings } = window.attnChapter;
        for (const figure of document.querySelectorAll("[data-figure]")) {
            const drawing = figure.dataset.figure;
            const section = contents.sections.find((one) => one.figures.includes(drawing));
            if (section && labels[drawing]) makePanel(figure, section, contents, labels[drawing], beginnings[drawing]);
        }
        attnCommands.makeLinks(panels);
        if (name === "18_bug_gallery") addGame(contents);
        if (name === "17_since_2017") addStory();
        if (isNarrow.matches) await load(name + ".narrow.js").catch(() => {});
        for (const drawn of window.attnNarrow || []) {
            const figure = one(`[data-figure="${drawn.name}"]`, document);
            const panel = panels.find((one) => one.figure === figure);
            const isAsHere = !panel || panel.learns || panel.knobs.every((knob) => knob.value() === knob.start);
            if (figure && isAsHere && !one(".handle", figure)) draw(figure, drawn);
        }
        if (attnAddress.isOfKnobs()) turnAsAddressed();
        addEventListener("popstate", turnAsAddressed);
        addEventListener("hashchange", () => { if (attnAddress.isOfKnobs()) turnAsAddressed(); });
    });
})();
