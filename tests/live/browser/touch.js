// node touch.js PROJECT LIVE: what can be taken hold of in a picture, by mouse, finger and keys, and the frames of a
// training. LIVE is what book/live/pack.js made. Needs chromium.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path");
const puppeteer = require("puppeteer-core");
const { writePage } = require("./pages.js");

const [project, live] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attn-touch-"));
let passed = 0, failed = 0;

function check(what, holds, why = "") {
    if (holds) return ++passed;
    ++failed;
    console.log("FAILED: " + what + (why ? "\n    " + String(why).slice(0, 600) : ""));
}

async function opened(browser, chapter, figure, width = 1000) {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 900 });
    await page.goto("file://" + writePage(project, folder, chapter));
    await page.addStyleTag({ path: path.join(project, "book/book.css") });
    await page.waitForSelector(`.panel[data-figure="${figure}"]`);
    await page.$eval(`figure[data-figure="${figure}"]`, (one) => one.scrollIntoView({ behavior: "instant" }));
    return page;
}

const valueOf = (page, figure, option) => page.$eval(`.panel[data-figure="${figure}"] [data-option="${option}"] input`, (one) => one.value);

// Until what was asked for is drawn, and nothing slides any more.
async function settled(page) {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await page.waitForFunction(() => !document.querySelector(".panel[aria-busy]"));
}

async function middleOf(handle) {
    const { x, y, width, height } = await handle.boundingBox();
    return [x + width / 2, y + height / 2];
}

async function byFinger(page, [x, y], [toX, toY]) {
    const finger = await page.createCDPSession(), touch = (type, touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x, y }]);
    for (let i = 1; i <= 5; ++i) await touch("touchMove", [{ x: x + (i * (toX - x)) / 5, y: y + (i * (toY - y)) / 5 }]);
    await touch("touchEnd", []);
    await settled(page);
}

// A tip is where the finger is, wherever that has gone: no number beside it, and no scale, pushes it away.
async function staysBelow(page, handle, ways) {
    const [x, y] = await middleOf(handle), gone = [];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const [right, down] of ways) {
        await page.mouse.move(x + right, y + down, { steps: 3 });
        await settled(page);
        const [atX, atY] = await middleOf(handle);
        gone.push(Math.hypot(atX - x - right, atY - y - down));
    }
    await page.mouse.up();
    check("a tip stays below the finger, wherever it goes", gone.every((far) => far < 3), gone.map((far) => far.toFixed(1)));
}

async function arrows(browser) {
    const page = await opened(browser, "01_dot_product", "01_shadow");
    await page.waitForSelector("figure[data-figure='01_shadow'] .handle");
    await settled(page);
    const [a] = await page.$$("figure[data-figure='01_shadow'] .handle.tip");
    const said = () => a.evaluate((one) => [one.getAttribute("role"), one.getAttribute("aria-label"), one.getAttribute("aria-valuetext")].join("|"));
    check("a tip has a role, a name and a value", (await said()) === "slider|Tip of arrow a|3, 4", await said());
    const drawn = () => page.$eval("figure[data-figure='01_shadow'] .drawing > svg", (one) => one.outerHTML);
    const before = await drawn();
    const [x, y] = await middleOf(a);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 10, { steps: 5 });
    await settled(page);
    const dragged = await valueOf(page, "01_shadow", "a"), [nowX, nowY] = await middleOf(a);
    check("the mouse drags a tip", dragged !== "3,4" && (await drawn()) !== before, dragged);
    check("and the tip stays below it", Math.hypot(nowX - x + 40, nowY - y + 10) < 3, [nowX - x, nowY - y]); // it goes by tenths
    await page.mouse.up();
    await a.focus();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const moved = await valueOf(page, "01_shadow", "a");
    check("an arrow key moves it by a half", Math.abs(moved.split(",")[0] - dragged.split(",")[0] - 0.5) < 1e-9, moved);
    check("and it keeps the focus", await a.evaluate((one) => one === document.activeElement));
    await staysBelow(page, a, [[-20, 30], [-75, -5], [-20, 60], [-118, 66], [3, 2]]);
    const [fx, fy] = await middleOf(a), reach = () => a.evaluate((one) => one.getAttribute("aria-valuemax")), near = await reach();
    await page.mouse.move(fx, fy);
    await page.mouse.down();
    for (let turn = 0; turn < 40; ++turn) {
        await page.mouse.move(fx + 500 * Math.cos(turn / 6), fy + 500 * Math.sin(turn / 6));
        await page.waitForFunction(() => !document.querySelector(".panel[aria-busy]"));
    }
    await page.mouse.up();
    await settled(page);
    check("a tip that is dragged all around the rim changes no scale", (await reach()) === near, near + ", then " + (await reach()));
    const back = await middleOf(a);
    await byFinger(page, back, [fx, fy]);
    await byFinger(page, [fx, fy], [fx - 30, fy + 30]);
    check("a finger drags it", (await valueOf(page, "01_shadow", "a")) !== moved);
    await page.close();
}

async function words(browser) {
    const page = await opened(browser, "07_self_attention", "07_order");
    await page.waitForSelector("figure[data-figure='07_order'] .handle.word");
    await settled(page);
    const handles = await page.$$("figure[data-figure='07_order'] .handle.word");
    check("each word can be taken", handles.length === 4, handles.length);
    const boxes = await Promise.all(handles.map((one) => one.boundingBox()));
    check("and none lies over its neighbour", boxes.every((one, i) => boxes.every((other, j) => i === j || one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1)));
    const [from, to] = [await middleOf(handles[0]), await middleOf(handles[2])];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 10 });
    await page.mouse.up();
    await settled(page);
    check("the mouse drags a word to the third place", (await valueOf(page, "07_order", "order")) === "1,3,0,2", await valueOf(page, "07_order", "order"));
    await handles[0].focus();
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    check("an arrow key brings it back by one", (await valueOf(page, "07_order", "order")) === "1,0,3,2", await valueOf(page, "07_order", "order"));
    await byFinger(page, await middleOf(handles[0]), await middleOf(handles[1]));
    check("a finger drags it to the first place", (await valueOf(page, "07_order", "order")) === "0,1,3,2", await valueOf(page, "07_order", "order"));
    await handles[0].evaluate((one) => { for (let i = 0; i < 2; ++i) one.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); });
    await settled(page);
    check("two keys before the answer move it by two", (await valueOf(page, "07_order", "order")) === "1,3,0,2", await valueOf(page, "07_order", "order"));
    await handles[0].focus();
    await page.keyboard.press("Home");
    await settled(page);
    check("Home leads to the first place", (await valueOf(page, "07_order", "order")) === "0,1,3,2", await valueOf(page, "07_order", "order"));
    await page.keyboard.press("End");
    const sliding = await page.waitForFunction(() => {
        const svg = document.querySelector("figure[data-figure='07_order'] .drawing > svg"), [left] = [...document.querySelectorAll(".handle.word")].map((one) => one.getBoundingClientRect().left).sort((a, b) => a - b);
        const moving = svg.getAnimations({ subtree: true }).map(({ effect }) => effect.target);
        return moving.length && { many: moving.length, ofOthers: moving.filter((one) => one.localName === "rect" && one.getBoundingClientRect().right < left - 5).length };
    }, { polling: "raf", timeout: 10000 }).then((found) => found.jsonValue());
    check("rows and columns slide, and nothing of the other table", sliding.many > 10 && sliding.ofOthers === 0, JSON.stringify(sliding));
    await settled(page);
    check("End leads to the last place", (await valueOf(page, "07_order", "order")) === "1,3,2,0", await valueOf(page, "07_order", "order"));
    await page.setViewport({ width: 360, height: 900 });
    await page.reload();
    await page.addStyleTag({ path: path.join(project, "book/book.css") });
    await page.waitForSelector(`.panel[data-figure="07_order"]`);
    await page.$eval(`figure[data-figure="07_order"]`, (one) => one.scrollIntoView({ behavior: "instant" }));
    await page.waitForSelector("figure[data-figure='07_order'] .handle.word");
    await settled(page);
    const uncovered = await page.evaluate(() => [...document.querySelectorAll("figure[data-figure='07_order'] .handle.word")].filter((one) => {
        const name = one.getAttribute("aria-label").split(" ").pop(), box = one.getBoundingClientRect();
        return ![...document.querySelectorAll("figure[data-figure='07_order'] .drawing text")].some((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            return text.textContent === name && left > box.left - 3 && right < box.right + 3 && top > box.top - 3 && bottom < box.bottom + 3;
        });
    }).map((one) => one.getAttribute("aria-label")));
    check("on a phone, where words stand upright, each is inside its handle", uncovered.length === 0, uncovered);
    await page.close();
}

async function bars(browser) {
    const page = await opened(browser, "02_softmax", "02_weights");
    await page.waitForSelector("figure[data-figure='02_weights'] .handle.end");
    await settled(page);
    const before = await valueOf(page, "02_weights", "scores"), [first] = await page.$$("figure[data-figure='02_weights'] .handle.end");
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const after = await valueOf(page, "02_weights", "scores");
    check("an arrow key makes a score larger by a half", Math.abs(after.split(",")[0] - before.split(",")[0] - 0.5) < 1e-9, before + " " + after);
    const [x, y] = await middleOf(first);
    await byFinger(page, [x, y], [x - 40, y]);
    const dragged = await valueOf(page, "02_weights", "scores");
    check("a finger makes it smaller", Number(dragged.split(",")[0]) < Number(after.split(",")[0]), after + " " + dragged);
    await page.close();
}

// On a phone the first turn leaves out the words beside the bars, and gives the bars their width.
async function barsOfAnotherWidth(browser) {
    const page = await opened(browser, "02_softmax", "02_weights", 360);
    const end = await page.waitForSelector("figure[data-figure='02_weights'] .handle.end");
    await settled(page);
    await end.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
    const [x, y] = await middleOf(end);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y);
    await settled(page);
    const [nowX] = await middleOf(end);
    await page.mouse.up();
    check("an end stays below the mouse where its drawing gets another scale", Math.abs(nowX - x + 60) < 2, nowX - x);
    await page.close();
}

// A training of so many steps: its frames are kept, from the beginning to the end.
async function frames(browser, chapter, figure, steps) {
    const page = await opened(browser, chapter, figure);
    const text = () => page.$eval(`figure[data-figure="${figure}"] .drawing`, (one) => one.textContent);
    const beginning = await text();
    check(figure + " shows its beginning first", beginning.includes("After 0 steps"), beginning);
    await page.$eval(`[data-figure="${figure}"] [data-option="steps"] input`, (one, steps) => { one.value = steps; one.dispatchEvent(new Event("input")); }, steps);
    await page.click(`.panel[data-figure="${figure}"] .go`);
    await page.waitForFunction((figure) => !document.querySelector(`.panel[data-figure="${figure}"]`).hasAttribute("aria-busy"), { timeout: 60000 }, figure);
    const slider = await page.$(`.panel[data-figure="${figure}"] .frames input`);
    const last = await text();
    check(figure + " shows its end at last", last.includes(`After ${steps} steps`), last);
    await slider.focus();
    await page.keyboard.press("Home");
    const first = await text();
    check(figure + ": Home goes back to the first frame", first.includes("After 0 steps") && first !== last, first);
    check(figure + ": which is what was there before", first === beginning, first);
    await page.keyboard.press("End");
    check(figure + ": End goes to the last", (await text()) === last);
    const heights = new Set();
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "End"]) {
        await page.keyboard.press(key);
        heights.add(await slider.evaluate((one, figure) => Math.round(one.getBoundingClientRect().top - document.querySelector(`figure[data-figure="${figure}"]`).getBoundingClientRect().top), figure));
    }
    await page.click(`.panel[data-figure="${figure}"] .go`);
    await settled(page);
    check(figure + ": the same training once more has its frames again", await slider.evaluate((one) => one.max > 1 && !one.closest(".frames").hidden));
    check(figure + ": the slider stays where it is, whatever its frame", heights.size === 1, [...heights]);
    await page.close();
}

async function main() {
    fs.cpSync(live, path.join(folder, "live"), { recursive: true });
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
    for (const part of [arrows, words, bars, barsOfAnotherWidth]) await part(browser);
    await frames(browser, "16_translation", "16_own", 40);
    await frames(browser, "17_one_file", "17_learning", 300);
    await browser.close();
    fs.rmSync(folder, { recursive: true });
    console.log(`touch: ${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}

main().catch((error) => { console.error(error); process.exit(1); });
