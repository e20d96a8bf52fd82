// Handles over a drawing: an arrow's tip, a bar's end, a word above a table. To drag one, by mouse,
// finger or arrow keys, turns its knob; the program draws. The program says where handles are
// (plots/handles.hpp). They are elements of their own over the drawing, so that they stay, and keep
// the focus and the finger, while the drawing below is exchanged.
//
// attnDrag(figure, { value, turn }) makes what shows them: value(knob) is a knob's text, and
// turn(knob, text) turns it.
window.attnDrag = (figure, { value, turn }) => {
    const drawing = figure.querySelector(".drawing");
    const shown = new Map(); // a handle's key -> its element; the element has what the program said
    let held = null; // while one is dragged: as far as the figure reaches now, and how to follow the hand again

    const keyOf = (handle) => [handle.knob, handle.kind === "word" ? handle.label : handle.entry].join("|");
    const text = (number) => String(Math.round(number * 10) / 10 + 0);
    const numbers = (knob) => value(knob).split(",").map(Number);
    const clamped = (number, most) => Math.max(-most, Math.min(most, number));

    // Where the drawing is: pixels of the drawing to those of the screen.
    function view() {
        const svg = drawing.querySelector("svg"), box = svg.getBoundingClientRect();
        const [left, top, width] = svg.getAttribute("viewBox").split(" ").map(Number);
        return { box, left, top, scale: box.width / width };
    }

    function place(element, { box, left, top, scale }, home) {
        const { kind, unit, zero, at: [x, y] } = element.handle;
        if (kind === "word") { // as wide as its column, as high as the words are
            element.style.width = unit[0] * scale + "px";
            element.style.setProperty("--high", (2 * (zero[1] - y) - 8) * scale + "px");
        }
        element.style.left = box.left - home.left + drawing.scrollLeft + (x - left) * scale + "px";
        element.style.top = box.top - home.top + drawing.scrollTop + (y - top) * scale + "px";
    }

    function placeAll() {
        const seen = view(), home = drawing.getBoundingClientRect();
        for (const element of shown.values()) place(element, seen, home);
    }

    // ---- What a handle says, to those who cannot see it.

    function tell(element) {
        const { handle } = element, { kind, entry, reach } = handle;
        const say = (now, least, most, words) => {
            element.setAttribute("aria-valuenow", now);
            element.setAttribute("aria-valuemin", least);
            element.setAttribute("aria-valuemax", most);
            element.setAttribute("aria-valuetext", words);
        };
        if (kind === "tip") say(numbers(handle.knob)[0], -reach, reach, value(handle.knob).replace(",", ", "));
        if (kind === "end") say(numbers(handle.knob)[entry], -reach, reach, text(numbers(handle.knob)[entry]));
        if (kind === "word") say(entry + 1, 1, reach, "place " + (entry + 1) + " of " + reach);
    }

    const nameOf = { tip: (label) => "Tip of arrow " + label, end: (label) => "End of the bar " + label, word: (label) => "Place of the word " + label };

    // ---- To move one: to a place in the drawing, or by one step of an arrow key.

    function moveTip(handle, x, y) {
        const length = Math.hypot(x, y), part = length > handle.reach ? handle.reach / length : 1;
        const all = [x * part, y * part], isFar = Math.hypot(...all.map(text)) > handle.reach; // rounded, it would ask for another scale
        const to = all.map((one) => text(isFar ? Math.trunc(one * 10) / 10 : one)).join(",");
        if (to !== "0,0" && to !== value(handle.knob)) turn(handle.knob, to); // without a direction there is no shadow
    }

    function moveEnd(handle, x) {
        const all = value(handle.knob).split(",");
        all[handle.entry] = text(clamped(x, handle.reach));
        if (all.join(",") !== value(handle.knob)) turn(handle.knob, all.join(","));
    }

    // Where it is by now: its knob may have been turned since the drawing below it was asked for.
    const placeOfWord = (handle) => value(handle.knob).split(",").indexOf(handle.number);

    function moveWord(handle, place) {
        const order = value(handle.knob).split(","), from = placeOfWord(handle);
        if (from < 0) return;
        const to = Math.max(0, Math.min(order.length - 1, place));
        if (to === from) return;
        order.splice(to, 0, ...order.splice(from, 1));
        turn(handle.knob, order.join(","));
    }

    function moveTo(handle, [x, y]) {
        const right = (x - handle.zero[0]) / handle.unit[0], up = (handle.zero[1] - y) / handle.unit[1];
        if (handle.kind === "tip") moveTip(handle, right, up);
        if (handle.kind === "end") moveEnd(handle, right);
        if (handle.kind === "word") moveWord(handle, Math.floor(right));
    }

    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

    function onKey(event) {
        const by = steps[event.key], { handle } = event.currentTarget, isEnd = /^(Home|End)$/.test(event.key);
        if ((!by && !isEnd) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault(); // the page stays, and is not turned
        event.stopPropagation();
        if (isEnd) return onEnds(handle, event.key === "End");
        const far = event.shiftKey ? 0.1 : 0.5, now = numbers(handle.knob);
        if (handle.kind === "tip") moveTip(handle, now[0] + far * by[0], now[1] + far * by[1]);
        if (handle.kind === "end") moveEnd(handle, now[handle.entry] + far * (by[0] + by[1]));
        if (handle.kind === "word") moveWord(handle, placeOfWord(handle) + by[0] - by[1]);
    }

    // Home and End lead to a slider's ends; a tip has none.
    function onEnds(handle, isLast) {
        if (handle.kind === "end") moveEnd(handle, isLast ? handle.reach : -handle.reach);
        if (handle.kind === "word") moveWord(handle, isLast ? handle.reach - 1 : 0);
    }

    function onDown(event) {
        const element = event.currentTarget, seen = view();
        if (event.button) return;
        const at = (one) => [(one.clientX - seen.box.left) / seen.scale + seen.left, (one.clientY - seen.box.top) / seen.scale + seen.top];
        const first = at(event), aside = element.handle.kind === "word" ? [0, 0] : element.handle.at.map((x, i) => x - first[i]);
        let last = null;
        const follow = (one) => {
            Object.assign(seen, view()); // the page may have been scrolled
            moveTo(element.handle, at(one).map((x, i) => x + aside[i]));
        };
        held = { reach: element.handle.reach, again() { if (last) follow(last); last = null; } };
        element.setPointerCapture(event.pointerId);
        element.classList.add("held");
        const move = (one) => { last = one; follow(one); };
        const end = () => {
            held = null;
            element.classList.remove("held");
            element.removeEventListener("pointermove", move);
        };
        element.addEventListener("pointermove", move);
        element.addEventListener("lostpointercapture", end, { once: true });
    }

    function made(handle) {
        const element = document.createElement("div");
        element.className = "handle " + handle.kind;
        element.tabIndex = 0;
        element.setAttribute("role", "slider");
        element.setAttribute("aria-label", nameOf[handle.kind](handle.label));
        element.addEventListener("keydown", onKey);
        element.addEventListener("pointerdown", onDown);
        drawing.append(element);
        return element;
    }

    // ---- Words in another order: what belongs to a column or a row slides from where it was.

    function slide(before, handles) {
        const svg = drawing.querySelector("svg"), [{ zero: [left, top], unit: [wide, high] }] = handles;
        const was = handles.map((handle) => before.get(keyOf(handle)));
        const placeOf = (at) => (at >= 0 && at < handles.length ? Math.floor(at) : -1);
        for (const mark of svg.querySelectorAll("rect, text")) {
            if (mark.closest(".fig-head, defs")) continue;
            const { x, y, width, height } = mark.getBBox();
            const column = (x + width / 2 - left) / wide, row = (y + height / 2 - top) / high;
            const isBeside = mark.localName === "text" && column < 0 && x + width > left - wide; // a row's name
            const j = row > -1 ? placeOf(column) : -1, i = isBeside || placeOf(column) >= 0 ? placeOf(row) : -1;
            if (width > 2 * wide || (i < 0 && j < 0)) continue;
            const from = [j < 0 ? 0 : (was[j] - j) * wide, i < 0 ? 0 : (was[i] - i) * high];
            if (from[0] || from[1]) {
                mark.animate([{ translate: `${from[0]}px ${from[1]}px` }, { translate: "0px 0px" }], { duration: 300, easing: "ease-out" });
            }
        }
    }

    const isStill = matchMedia("(prefers-reduced-motion: reduce)");

    new ResizeObserver(() => { if (shown.size) placeAll(); }).observe(drawing);

    return {
        // What a drawing must leave room for: as much as now, while a hand is on it.
        room: () => (held ? held.reach : 1),

        // Lays the handles of a new drawing over it; askedFor(knob) is the value that it shows.
        show(handles, askedFor) {
            const before = new Map([...shown].map(([key, element]) => [key, element.handle.entry]));
            for (const [key, element] of shown) {
                if (handles.some((handle) => keyOf(handle) === key)) continue;
                element.remove();
                shown.delete(key);
            }
            for (const handle of handles) {
                const key = keyOf(handle);
                if (!shown.has(key)) shown.set(key, made(handle));
                if (handle.kind === "word") handle.number = askedFor(handle.knob).split(",")[handle.entry];
                shown.get(key).handle = handle;
                tell(shown.get(key));
            }
            placeAll();
            const words = handles.filter((handle) => handle.kind === "word");
            if (held) held.again(); // where this drawing has another scale
            if (words.length && !isStill.matches && words.every((handle) => before.has(keyOf(handle)))) slide(before, words);
        },
    };
};
