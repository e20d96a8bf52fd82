// node browser.js PROJECT LIVE COMPARE: the live figures in a real browser, from file://. LIVE is what
// book/live/pack.js made; COMPARE is tests/book/same.py. Needs chromium.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path");
const { spawnSync } = require("child_process");
const puppeteer = require("puppeteer-core");
const { filesOf } = require("../../../book/live/pack.js");
const { writePage, writeElsewhere, figuresOf } = require("./pages.js");

const [project, live, compare] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attn-live-"));
const chapters = fs.readdirSync(path.join(project, "chapters")).filter((name) => /^\d\d_/.test(name)).sort();
const learns = (chapter) => /^1[456]/.test(chapter), trains = (chapter) => learns(chapter) || chapter.startsWith("18");
let passed = 0, failed = 0;

function check(what, holds, why = "") {
    if (holds) return ++passed;
    ++failed;
    console.log("FAILED: " + what + (why ? "\n    " + String(why).slice(0, 600) : ""));
}

// Whether the usual comparison finds no difference; the tool's words if it does.
function difference(recorded, name, actual) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, actual);
    const { status, stdout, stderr } = spawnSync(compare, [recorded, file], { encoding: "utf8" });
    return status === 0 ? "" : stdout + stderr;
}

// In the page: the program in a worker of its own, without any panel.
const openProgram = (files) => new Promise((done, gone) => {
    const load = (file) => new Promise((loaded, failed) => {
        document.head.append(Object.assign(document.createElement("script"), { src: "live/" + file, onload: loaded, onerror: failed }));
    });
    load(document.body.dataset.chapter + ".program.js").then(async () => {
        const { wasm, script } = window.attnBook;
        const packed = new Blob([Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0))]).stream();
        const module = await WebAssembly.compile(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
        const worker = new Worker(URL.createObjectURL(new Blob([script])));
        worker.postMessage({ module, files });
        window.program = (request) => new Promise((answered) => {
            worker.onmessage = ({ data }) => { if (data.answer || data.crash) answered(data.answer || { error: "", crash: data.crash }); };
            worker.postMessage(request);
        });
        done();
    }, gone);
});

const run = (page, chapter, section, turned = {}) =>
    page.evaluate((request) => window.program(request), { chapter, section, turned });

// A chapter's recording, put together from the sections that it lists; each figure that they draw.
async function recordings(page, chapter) {
    const answers = {};
    const file = path.join(project, "tests/expected", chapter + ".txt");
    const [head, ...titles] = fs.readFileSync(file, "utf8").split(/^== /m).map((part) => part.split("\n")[0]);
    let all = head + "\n";
    for (const title of titles) {
        answers[title] = await run(page, chapter, title);
        all += "\n== " + title + "\n\n" + answers[title].text;
    }
    const unlike = difference(file, chapter + ".txt", all);
    check(chapter + " prints what is recorded", !unlike, unlike);
    const names = figuresOf(project, chapter);
    for (const { name, svg } of Object.values(answers).flatMap((answer) => answer.figures || [])) {
        if (!names.includes(name)) continue;
        const unlike = difference(path.join(project, "docs/figures", name + ".svg"), name + ".svg", svg);
        check(name + " is drawn as committed", !unlike, unlike);
    }
}

const nonsense = ["", "x", "1e999", "-1e999", "nan", "1,,2", "1;2", "'", "\\", "<b>", "\ud800", "0x10", "9".repeat(5000)];

function endsOf(knob) {
    if (knob.kind === "whole" || knob.kind === "number") return [String(knob.least), String(knob.most)];
    if (knob.kind === "numbers") return ["0", "-1e6,1e6", Array(16).fill(1).join(",")];
    if (knob.kind === "choice") return knob.words;
    return knob.kind === "flag" ? ["on"] : [];
}

async function everyKnob(page, chapter, contents) {
    const steps = trains(chapter) ? { steps: "2" } : {};
    for (const knob of contents.knobs) {
        const section = contents.sections.find((one) => one.knobs.includes(knob.name));
        if (!section) continue;
        const tooLong = chapter.startsWith("21") || (trains(chapter) && knob.name === "steps");
        for (const text of tooLong ? [] : endsOf(knob)) {
            const answer = await run(page, chapter, section.title, { ...steps, [knob.name]: text });
            check(`${chapter} --${knob.name} ${text} is taken, or refused with a word`,
                answer.text || (answer.error && answer.error.includes(knob.name)), JSON.stringify(answer));
        }
        if (knob.kind === "text") continue;
        for (const text of nonsense) {
            const { error } = await run(page, chapter, section.title, { [knob.name]: text });
            check(`${chapter} --${knob.name} '${text.slice(0, 20)}' is refused`, error && error.startsWith("--" + knob.name), error);
        }
    }
}

// In the page: turns a panel's knob and waits until its program has answered.
const turn = (figure, option, value) => new Promise((done) => {
    const box = document.querySelector(`.panel[data-figure="${figure}"]`);
    let begin = performance.now();
    const limit = setTimeout(() => done({ ms: 1e9, said: "nothing happened" }), 60000);
    new MutationObserver((changes, seen) => {
        // What a reader types waits a moment for the next letter; that moment is no part of the time.
        if (box.hasAttribute("aria-busy")) return void (begin = performance.now());
        seen.disconnect();
        clearTimeout(limit);
        const said = [...box.querySelectorAll(".wrong .help, .note")].map((one) => one.textContent).join("");
        done({ ms: performance.now() - begin, said });
    }).observe(box, { attributeFilter: ["aria-busy"] });
    const field = box.querySelector(`[data-option="${option}"] input`);
    if (field.type === "checkbox") field.checked = value === "on"; else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
});

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// Values of a knob that differ from its start, and from each other.
function valuesOf(page, figure, option) {
    return page.evaluate((figure, option) => {
        const box = document.querySelector(`.panel[data-figure="${figure}"] [data-option="${option}"]`);
        const field = box.querySelector("input");
        if (field.type === "checkbox") return ["on", "off"];
        if (field.type === "range") {
            const step = +field.step, at = +field.value, next = at + step > +field.max ? at - step : at + step;
            return [String(Math.round(next * 1e6) / 1e6), field.value];
        }
        return [...box.querySelectorAll(".choices button")].map((button) => button.dataset.value).reverse();
    }, figure, option);
}

async function panels(page, chapter, labels, report) {
    const times = [];
    for (const [figure, knobs] of Object.entries(labels)) {
        if (knobs.button) continue;
        const holder = `[data-figure="${figure}"] .drawing > svg`; // without the handles over it
        const before = await page.$eval(holder, (one) => one.innerHTML);
        for (const option of Object.keys(knobs).filter((name) => !["head", "hint"].includes(name))) {
            for (const value of await valuesOf(page, figure, option)) {
                const { ms, said } = await page.evaluate(turn, figure, option, value);
                const isRefused = said.startsWith("--") && !(figure === "08_heads" && value === "3");
                check(`${figure}: --${option} ${value} turns`, ms < 1e9 && !isRefused, said);
                if (!report.first) report.first = ms; else times.push(ms);
            }
            const [kind, right] = await page.$eval(`.panel[data-figure="${figure}"] [data-option="${option}"] input`, (one) => [one.type, one.value]);
            if (kind !== "text") continue;
            const shown = await page.$eval(holder, (one) => one.innerHTML);
            const { said } = await page.evaluate(turn, figure, option, option === "sentence" ? "a ".repeat(40) : "x,<b>");
            check(`${figure}: nonsense for --${option} shows the program's message`, said.startsWith("--" + option), said);
            check(`${figure}: nonsense for --${option} leaves the figure`, shown === await page.$eval(holder, (one) => one.innerHTML));
            await page.evaluate(turn, figure, option, right);
        }
        await page.evaluate((figure) => new Promise((done) => {
            const box = document.querySelector(`.panel[data-figure="${figure}"]`), reset = box.querySelector(".reset");
            new MutationObserver(() => { if (!box.hasAttribute("aria-busy")) done(); }).observe(box, { attributeFilter: ["aria-busy"] });
            reset.setAttribute("aria-disabled", "false");
            reset.click();
        }), figure);
        const after = await page.$eval(holder, (one) => one.innerHTML);
        check(`${figure}: Reset brings the figure back`, after.length > 0.9 * before.length && after.length < 1.1 * before.length);
        check(`${figure}: no two ids on the page`, await page.evaluate(() => {
            const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
            return new Set(ids).size === ids.length;
        }));
    }
    if (times.length) report.median = median(times);
}

async function hostile(page, figure) {
    const sentences = ["<script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "\" onload=\"window.hacked=1",
        "]]></text></svg><script>window.hacked=1</script>", "javascript:window.hacked=1 &lt;script&gt;", "\ud800 \udfff \u202e \u0000", "&#60;b&#62; ${1} `x`", "😀 👩‍👩‍👧 나는", "\u202eشكرا שלום", "바다에 ".repeat(3000)];
    for (const sentence of sentences) {
        await page.evaluate(turn, figure, "sentence", sentence);
        const harm = await page.evaluate(() => window.hacked || document.querySelectorAll("figure img, figure script, figure foreignObject, figure [onload], figure [onerror]").length);
        check(`${figure}: a hostile sentence stays a sentence: ${JSON.stringify(sentence.slice(0, 60))}`, !harm);
    }
}

// A sentence that is put together of its parts is translated, and its picture is drawn.
async function translates(page, figure) {
    const said = await page.evaluate((figure) => new Promise((done) => {
        const box = document.querySelector(`.panel[data-figure="${figure}"]`), lists = box.querySelectorAll(".parts select");
        const words = ["선생님은", "학교에", "가고", "싶어 하지 않아"];
        lists.forEach((list, i) => { list.value = words[i]; });
        new MutationObserver(() => {
            if (box.hasAttribute("aria-busy")) return;
            const texts = [...document.querySelectorAll(`figure[data-figure="${figure}"] .drawing text`)].map((one) => one.textContent);
            done([box.querySelector("input").value, texts.join(" "), box.querySelector(".command").textContent].join("|"));
        }).observe(box, { attributeFilter: ["aria-busy"] });
        lists[0].dispatchEvent(new Event("change", { bubbles: true }));
    }), figure);
    const [typed, drawn, command] = said.split("|"), sentence = "선생님은 학교에 가고 싶어 하지 않아";
    check(figure + ": the parts are a sentence", typed === sentence && command.includes(sentence), said);
    check(figure + " draws what was read and what was written", ["선생님은", "않아", "teacher", "does", "school", "(end)"].every((word) => drawn.includes(word)), drawn);
}

async function steady(page) {
    const bytes = () => page.workers()[0].evaluate(() => program.then((p) => p.HEAPU8.length));
    const turnOften = async (times) => {
        for (let i = 0; i < times; ++i) await page.evaluate(turn, "07_order", "order", i % 2 ? "3,2,1,0" : "2,1,0,3");
    };
    await page.evaluate(() => { window.setTimeout = ((old) => (f, ms) => old(f, ms === 300 ? 0 : ms))(window.setTimeout); });
    await turnOften(20);
    const before = await bytes(), nodes = (await page.metrics()).Nodes;
    await turnOften(200);
    check("200 turns take no more memory", (await bytes()) === before, before + " bytes, then " + (await bytes()));
    const now = await page.evaluate(() => document.querySelectorAll("*").length);
    check("200 turns leave no elements behind", now < 20000, nodes + ", " + now);
}

// Two steps of learning, at a button.
async function learnsAtAButton(page, labels) {
    for (const figure of Object.keys(labels).filter((name) => labels[name].button && figuresOf(project, name).includes(name))) {
        const said = await page.evaluate((figure) => new Promise((done) => {
            const box = document.querySelector(`.panel[data-figure="${figure}"]`);
            const field = box.querySelector('[data-option="steps"] input');
            field.value = 2;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            new MutationObserver(() => {
                if (!box.hasAttribute("aria-busy")) done(box.querySelector(".note:not(.way)").textContent + box.querySelector(".command").textContent);
            }).observe(box, { attributeFilter: ["aria-busy"] });
            box.querySelector(".go").click();
        }), figure);
        check(`${figure} learns two steps`, /^\.\/run \d+.*( --train)? --steps 2$/.test(said), said);
    }
}

// A training that grows in the page, until it is stopped; then Reset.
async function grows(page, figure, steps) {
    const seen = await page.evaluate((figure, steps) => new Promise((done) => {
        const box = document.querySelector(`.panel[data-figure="${figure}"]`), holder = document.querySelector(`figure[data-figure="${figure}"]`);
        const part = (selector) => (box.querySelector(selector) || {}).textContent;
        const before = holder.querySelector(".drawing").innerHTML, drawings = new Set(), notes = new Set();
        box.querySelector('[data-option="steps"] input').value = steps;
        box.querySelector(".go").click();
        const begin = performance.now();
        const timer = setInterval(() => {
            const drawing = holder.querySelector(".drawing").innerHTML;
            if (drawing !== before) drawings.add(drawing);
            notes.add(part(".way"));
            const isDone = drawings.size >= 5 && [...notes].some((note) => note.startsWith("step"));
            if (!isDone && performance.now() - begin < 60000) return;
            clearInterval(timer);
            const stop = box.querySelector(".stop"), wasHidden = stop.hidden;
            stop.click();
            const stopped = part(".note:not(.way)"), kept = holder.querySelector(".drawing").innerHTML !== before;
            box.querySelector(".reset").click();
            const text = (html) => html.replace(/\s+/g, " ");
            done({ drawings: drawings.size, notes: [...notes], wasHidden, stopped, kept, back: text(holder.querySelector(".drawing").innerHTML) === text(before) });
        }, 50);
    }), figure, steps);
    const said = JSON.stringify({ ...seen, notes: seen.notes.slice(-3) });
    check(figure + " grows while it learns", seen.drawings >= 3, said);
    check(figure + " says how far it is", seen.notes.some((note) => /^step \d+ of \d+, loss/.test(note)), said);
    check(figure + ": Stop stops, and keeps what was learned", !seen.wasHidden && /^Stopped at step \d+\./.test(seen.stopped) && seen.kept, said);
    check(figure + ": Reset brings back the figure", seen.back, said);
}

// Chapter 20's game, to its end.
async function plays(page) {
    const press = (selector) => page.$eval(".game " + selector, (button) => button.click());
    let rounds = 0, isOver = false;
    for (await press(".panel-buttons button"); !isOver && rounds < 30; ++rounds) {
        await page.waitForFunction(() => document.querySelectorAll(".game .pair button:enabled").length === 2, { timeout: 60000 }).catch(() => {});
        const shown = await page.$$eval(".game .pair pre", (tables) => tables.map((table) => table.textContent.split(" ")[0]).join());
        check("the game hides which is which", shown === "A,B", shown);
        await press(".panel-buttons button");
        const law = await page.$eval(".game .said", (line) => line.textContent);
        await press(".pair button");
        const said = await page.$eval(".game .said", (line) => line.textContent);
        check("the game knows", /: “[\w' ]+”\.$/.test(law) && /^(Yes|No): [AB] is wrong, “.+”\. The law “.+” finds it: .+ \d+ of \d+ so far\.$/.test(said), law + said);
        isOver = !(await page.$(".game .panel-buttons button"));
        if (!isOver) await press(".panel-buttons button");
        if (!isOver) await page.waitForFunction(() => document.querySelector(".game .pair button:enabled") || /last one/.test(document.querySelector(".game").textContent), { timeout: 60000 });
        isOver ||= !(await page.$(".game .pair button"));
    }
    check("the game has most of the gallery", rounds === 19, rounds);
}

// Another page with one such figure, as the book's first.
async function elsewhere(page) {
    await page.goto("file://" + writeElsewhere(project, folder));
    await page.waitForFunction(() => document.querySelector(".panel"));
    const shown = await page.evaluate(() => [Array.from(document.querySelectorAll(".panel"), (box) => box.querySelectorAll(".knob:not(.frames)").length), document.querySelector(".panel input").value,
        document.querySelector(".reset").getAttribute("aria-disabled"), document.querySelector(".command").textContent].join("|"));
    check("a figure elsewhere has the knob that it names, where it says", shown === "1,1|나는 바다에 가고 싶어|true|./run 16 --sentence '나는 바다에 가고 싶어'", shown);
    await translates(page, "16_sentence");
    await page.evaluate(turn, "16_sentence", "sentence", "나는 산에 가");
    check("and draws anew", (await page.$eval(".drawing", (one) => one.textContent)).includes("mountain"));
    check("what learns has its own words on its button", (await page.$eval(".go", (one) => one.textContent)) === "Teach it");
    await page.$eval('figure[data-figure="16_own"] .drawing', (one) => one.scrollIntoView());
    const learned = () => document.querySelector('[data-figure="16_own"] .printed').textContent.includes("step 300 ");
    const isDone = await page.waitForFunction(learned, { timeout: 60000 }).catch(() => false);
    check("and learns when it is seen", Boolean(isDone), await page.$eval('[data-figure="16_own"] .printed', (one) => one.textContent));
}

async function main() {
    fs.cpSync(live, path.join(folder, "live"), { recursive: true });
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
    for (const chapter of chapters.filter((name) => !process.env.ONLY || name.startsWith(process.env.ONLY))) {
        const begin = Date.now(), report = {}, complaints = [];
        const page = await browser.newPage();
        page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
        page.on("pageerror", (error) => complaints.push(error.message));
        await page.goto("file://" + writePage(project, folder, chapter));
        await page.waitForFunction(() => window.attnChapter);
        const { contents, labels } = await page.evaluate(() => window.attnChapter);
        check(chapter + " has its panels", (await page.$$(".panel")).length ===
            Object.keys(labels).filter((figure) => figuresOf(project, chapter).includes(figure)).length);
        await panels(page, chapter, labels, report);
        if (chapter.startsWith("13")) await hostile(page, "13_sentence");
        if (chapter.startsWith("15")) await hostile(page, "15_sentence");
        if (chapter.startsWith("16")) await hostile(page, "16_sentence");
        if (chapter.startsWith("16")) await translates(page, "16_sentence");
        if (chapter.startsWith("07")) await steady(page);
        if (chapter.startsWith("20")) await plays(page);
        if (learns(chapter)) await grows(page, chapter.slice(0, 2) + "_own", chapter.startsWith("16") ? 300 : 400);
        await learnsAtAButton(page, labels);
        await page.evaluate(openProgram, filesOf(chapter)); // all of them: a page itself loads what its panels read
        await recordings(page, chapter);
        await everyKnob(page, chapter, contents);
        if (chapter.startsWith("16")) await elsewhere(page);
        check(chapter + " complains of nothing", complaints.length === 0, complaints.join("; "));
        await page.close();
        console.log(`${chapter}: first touch ${Math.round(report.first || 0)} ms, a turn ${Math.round(report.median || 0)} ms, ` +
            `all its tests ${Math.round((Date.now() - begin) / 1000)} s`);
    }
    await browser.close();
    fs.rmSync(folder, { recursive: true });
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}

main().catch((error) => { console.error(error); process.exit(1); });
