// node faults.js BOOK CHROMIUM: what was once wrong in the live book, each with a test that failed then. BOOK is what
// book/make made with live figures.
"use strict";
const fs = require("fs"), path = require("path");
const { pathToFileURL } = require("url");
const puppeteer = require("puppeteer-core");

const [book, chromium] = process.argv.slice(2);
const url = (page) => { const [file, hash] = page.split("#"); return pathToFileURL(path.resolve(book, file)).href + (hash ? "#" + hash : ""); };
let passed = 0, failed = 0;
function check(what, holds, why = "") {
    if (holds) return ++passed;
    ++failed;
    console.log("FAILED: " + what + "\n    " + String(why).slice(0, 500));
}

const panelOf = (figure) => `.panel[data-figure="${figure}"]`;
const figureOf = (figure) => `figure[data-figure="${figure}"]`;
// Does something to a panel, and waits until the program has answered.
const answered = (tab, figure, act, ...args) => tab.evaluate((panel, act, args) => new Promise((done, late) => {
    const box = document.querySelector(panel);
    setTimeout(() => late(new Error("no answer in a minute")), 60000);
    new MutationObserver((changes, seen) => { if (!box.hasAttribute("aria-busy")) { seen.disconnect(); done(); } }).observe(box, { attributeFilter: ["aria-busy"] });
    new Function("return " + act)()(...args);
}), panelOf(figure), act.toString(), args);
async function set(tab, figure, option, value) {
    await tab.evaluate((panel, option, value) => {
        const field = document.querySelector(`${panel} [data-option="${option}"] input`);
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }, panelOf(figure), option, value);
}
async function turn(tab, figure, option, value) {
    await answered(tab, figure, (panel, option, value) => {
        const field = document.querySelector(`${panel} [data-option="${option}"] input`);
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }, panelOf(figure), option, value);
}
const text = (tab, selector) => tab.$eval(selector, (one) => one.textContent);
const drawn = (tab, figure) => text(tab, figureOf(figure) + " .drawing");
const here = (tab) => tab.evaluate(() => document.activeElement.className || document.activeElement.localName);
// The program takes so long to arrive.
const slowly = (ms) => (tab) => tab.evaluateOnNewDocument((ms) => {
    const old = WebAssembly.compileStreaming;
    WebAssembly.compileStreaming = async (source) => { await new Promise((done) => setTimeout(done, ms)); return old(source); };
}, ms);

async function opened(browser, page, { width = 1440, before = async () => {} } = {}) {
    const tab = await browser.newPage();
    await tab.setViewport({ width, height: 900 });
    tab.on("pageerror", (error) => check(page + " complains of nothing", false, error));
    await before(tab);
    await tab.goto(url(page));
    await tab.waitForSelector(".panel, .game"); // chapter 20 has a game and no knobs
    return tab;
}

const tests = {
    async "1. an answer to a request that was stopped is nobody's"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { before: slowly(2000) });
        await set(tab, "07_order", "order", "3,2,1,0");
        await tab.waitForSelector(panelOf("07_order") + " .stop:not([hidden])");
        await tab.click(panelOf("07_order") + " .stop");
        await turn(tab, "07_order", "order", "2,1,0,3");
        await new Promise((done) => setTimeout(done, 500));
        const found = await drawn(tab, "07_order");
        check("knob and figure agree after Stop", found.includes("you love I all"), found);
        return tab;
    },
    async "2. what is loading says so"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { before: slowly(2500) });
        await set(tab, "07_order", "order", "3,2,1,0");
        await tab.waitForFunction((panel) => /…/.test(document.querySelector(panel + " .note:not(.way)").textContent), {}, panelOf("07_order"));
        const said = await text(tab, panelOf("07_order") + " .note:not(.way)");
        check("while the program loads, Loading is said", said === "Loading …", said);
        return tab;
    },
    async "3. the keyboard keeps its place through a training"(browser) {
        const tab = await opened(browser, "14_learning.html");
        await tab.focus(panelOf("14_own") + " .go");
        await tab.keyboard.press("Enter");
        // Looked at in the same moment: on a quick machine the training ends soon after Stop appears.
        const isKept = await tab.waitForFunction((panel) => document.activeElement === document.querySelector(panel + " .stop:not([hidden])"),
            { timeout: 30000 }, panelOf("14_own")).then(() => true, () => false);
        check("Stop has the focus while it learns", isKept, await here(tab));
        await tab.keyboard.press("ArrowLeft");
        await tab.keyboard.press("Enter");
        check("its button has it afterwards", (await here(tab)) === "go" && tab.url().includes("14_learning"), await here(tab) + tab.url());
        await tab.focus(panelOf("14_own") + " .reset");
        await tab.keyboard.press("Enter");
        check("Reset keeps it", (await here(tab)) === "reset", await here(tab));
        return tab;
    },
    async "4. your angle has a place of its own"(browser) {
        const tab = await opened(browser, "01_dot_product.html");
        for (const angle of ["0", "89", "91", "180"]) {
            await turn(tab, "01_arrows", "angle", angle);
            const angles = (await drawn(tab, "01_arrows")).match(/\d+°/g).join(" ");
            check("at " + angle + "° the figure has four places", angles === `0° ${angle}° 90° 180°`, angles);
        }
        return tab;
    },
    async "5. pre-norm is drawn"(browser) {
        const tab = await opened(browser, "12_encoder_layer.html");
        await turn(tab, "12_wall", "norm", "pre");
        const found = await drawn(tab, "12_wall");
        check("the wall shows pre-norm", found.includes("sum 2: output") && !(await text(tab, panelOf("12_wall"))).includes("Not drawn"), found.slice(0, 200));
        return tab;
    },
    async "6. the lists keep to the grammar"(browser) {
        const tab = await opened(browser, "16_translation.html");
        const box = panelOf("16_sentence"), lists = box + " .parts select";
        const many = await tab.$$eval(lists, (all) => all.map((list) => list.options.length));
        for (let i = 0; i < many.length; ++i) {
            for (let k = 1; k < many[i]; k += i === 3 ? 1 : 2) {
                await answered(tab, "16_sentence", (lists, i, k) => {
                    const list = document.querySelectorAll(lists)[i];
                    list.selectedIndex = k;
                    list.dispatchEvent(new Event("change", { bubbles: true }));
                }, lists, i, k);
                const printed = await text(tab, figureOf("16_sentence") + " .printed code");
                check("a change of a list is translated to its end", /^\(end\) /m.test(printed), printed.split("\n")[0]);
            }
        }
        return tab;
    },
    async "7. an error dims the picture, and names few words"(browser) {
        const tab = await opened(browser, "16_translation.html");
        await turn(tab, "16_sentence", "sentence", "나는 달에 가고 싶어");
        const said = await text(tab, panelOf("16_sentence") + " .wrong .help");
        check("the message leads to the lists", said.length < 160 && said.includes("lists below"), said);
        const isDim = () => tab.$eval(figureOf("16_sentence") + " .drawing svg", (svg) => getComputedStyle(svg).opacity < 0.5);
        check("the picture is dim", await isDim());
        await turn(tab, "16_sentence", "sentence", "나는 산에 가고 싶어");
        check("and bright again", !(await isDim()));
        for (const [knob, value] of [["seed", "3"], ["seed", "1"], ["seed", "3"]]) await turn(tab, "16_sentence", knob, value);
        check("what it reads for another choice is there", !(await isDim()) && (await text(tab, panelOf("16_sentence") + " .command")).includes("--seed 3"));
        return tab;
    },
    async "8. on a phone every live figure is whole"(browser) {
        const chapters = ["01_dot_product", "04_scaling", "07_self_attention", "09_positional_encoding", "13_encoder", "14_learning", "16_translation", "17_one_file"];
        for (const chapter of chapters) {
            const tab = await opened(browser, chapter + ".html", { width: 360 });
            await new Promise((done) => setTimeout(done, 300));
            const cut = await tab.$$eval("figure.live", (all) => all.map((figure) => figure.querySelector(".drawing"))
                .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.parentElement.dataset.figure));
            // One whose words would be too small goes on.
            const wide = await tab.$$eval("figure.live .drawing > svg", (all) => all.filter((svg) => 0.8 * svg.getAttribute("width") > innerWidth)
                .map((svg) => svg.closest("figure").dataset.figure));
            check(chapter + " has no figure cut off", cut.every((figure) => wide.includes(figure)), cut.join(" ") + "; wide: " + wide);
            await tab.close();
        }
        const tab = await opened(browser, "07_self_attention.html", { width: 360 });
        await turn(tab, "07_order", "order", "3,2,1,0");
        const width = await tab.$eval(figureOf("07_order") + " svg", (svg) => svg.viewBox.baseVal.width);
        check("a turned figure is drawn narrow", width <= 480, width);
        return tab;
    },
    async "chapter 19 tells a story of the reader's files, and of others says what is wrong"(browser) {
        const tab = await opened(browser, "19_since_2017.html"), folder = fs.mkdtempSync(path.join(require("os").tmpdir(), "story-"));
        await tab.waitForSelector(".story");
        const give = async (...files) => {
            await (await tab.$(".story input[type=file]")).uploadFile(...files);
            await tab.waitForFunction(() => /here|missing/.test(document.querySelector(".story .said").textContent));
        };
        const said = () => text(tab, ".story .said");
        const told = async () => {
            await tab.click(".story .go");
            await tab.waitForFunction(() => !/Computing|here\.$/.test(document.querySelector(".story .said").textContent), { timeout: 60000 });
            return said();
        };
        await tab.setRequestInterception(true);
        const asked = [];
        tab.on("request", (request) => {
            if (!request.url().startsWith("http")) return request.continue();
            asked.push(request.url());
            request.respond({ headers: { "Access-Control-Allow-Origin": "*" }, body: "<html>not found</html>" });
        });
        await tab.click(".story .fetch");
        await tab.waitForFunction(() => /could not/.test(document.querySelector(".story .said").textContent));
        check("a file of another sum is not taken", asked.length === 2 && asked.every((one) => /huggingface.*\.bin$/.test(one)) && /another file/.test(await said()), asked + await said());
        for (const name of ["stories260K.bin", "tok512.bin"]) fs.writeFileSync(path.join(folder, name), "<html>not found</html>");
        await give(path.join(folder, "tok512.bin"));
        check("one file is missing", (await said()) === "Still missing: stories260K.bin." && await tab.$eval(".story .go", (one) => one.disabled), await said());
        await give(path.join(folder, "stories260K.bin"));
        const refused = await told();
        check("a web page is no model", /stories260K\.bin/.test(refused) && !/girl/.test(refused), refused);
        if (process.env.ATTN_STORIES) {
            await give(...["stories260K.bin", "tok512.bin"].map((name) => path.join(process.env.ATTN_STORIES, name)));
            check("the story is told", /little girl named Lily[^]*to the byte: yes$/.test(await told()), await said());
            await tab.select(".story .mistake", "4 bits");
            check("with a mistake it is another", /Timmy/.test(await told()), await said());
        }
        fs.rmSync(folder, { recursive: true });
        return tab;
    },
    async "11. small ones"(browser) {
        const tab = await opened(browser, "16_translation.html");
        const box = panelOf("16_sentence");
        check("a field takes no novel", await tab.$eval(box + " input", (field) => field.maxLength === 200));
        await turn(tab, "16_sentence", "sentence", "나는\u00a0산에 가".normalize("NFD"));
        check("letters are put together", !(await tab.$(box + " .wrong")), await text(tab, box + " .help"));
        const words = await text(tab, panelOf("16_own") + ' [data-option="without"] .choices');
        check("no choice has an underscore", !words.includes("_"), words);
        await tab.click(panelOf("16_own") + " .go");
        await tab.waitForFunction((panel) => /step [2-9]\d* of/.test(document.querySelector(panel + " .way").textContent), { timeout: 60000 }, panelOf("16_own"));
        check("what is said aloud is not each step", !(await tab.$eval(panelOf("16_own") + " .way", (line) => line.getAttribute("aria-live"))));
        await new Promise((done) => setTimeout(done, 1500));
        await tab.click(panelOf("16_own") + " .stop");
        const [stopped, title] = [await text(tab, panelOf("16_own") + " .note:not(.way)"), await text(tab, figureOf("16_own") + " .fig-title")];
        check("Stop says the figure's step", (stopped.match(/\d+/) || [])[0] === (title.match(/\d+/) || [])[0], stopped + " | " + title);
        return tab;
    },
    async "the address brings the same picture: a link, a reload; Back leads out"(browser) {
        const tab = await opened(browser, "07_self_attention.html#order=2,1,0,3");
        await tab.waitForFunction((figure) => document.querySelector(figure + " .drawing").textContent.includes("you love I all"), { timeout: 20000 }, figureOf("07_order"));
        await turn(tab, "07_order", "order", "3,2,1,0");
        check("the address has the knob", tab.url().endsWith("#order=3,2,1,0"), tab.url());
        await tab.reload();
        await tab.waitForFunction((figure) => document.querySelector(figure + " .drawing").textContent.includes("all you love I"), { timeout: 20000 }, figureOf("07_order"));
        await (await opened(browser, "07_self_attention.html#order=%zz")).close(); // complains of nothing
        check("turning adds nothing that Back must undo", (await tab.evaluate(() => history.length)) <= 2, String(await tab.evaluate(() => history.length)));
        return tab;
    },
    async "a command in the text turns the figure, and says so"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        const button = (await tab.$$(".runs"))[0];
        check("there is such a button", Boolean(button));
        await answered(tab, "07_order", () => document.querySelector(".runs").click());
        const said = await text(tab, panelOf("07_order") + " .note:not(.way)");
        check("it says so", said.startsWith("As in the text: ./run 7 --order 3,2,1,0"), said);
        check("it turns the figure", (await drawn(tab, "07_order")).includes("all you love I"));
        await tab.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
        const copied = (kind) => tab.$eval(panelOf("07_order") + kind, (button) => { button.click(); return window.copied; }); // it may scroll now
        check("Copy takes the command", await copied(" .copy") === "./run 7 --order 3,2,1,0");
        check("Copy link takes the address", (await copied(" .link")).endsWith("07_self_attention.html#order=3,2,1,0"), await copied(" .link"));
        return tab;
    },
    async "while it learns, the figure's title can be read"(browser) {
        for (const width of [1440, 360]) for (const [page, figure] of [["14_learning.html", "14_own"], ["16_translation.html", "16_own"]]) {
            const tab = await opened(browser, page, { width });
            await tab.$eval(panelOf(figure) + " .go", (button) => { button.scrollIntoView({ block: "end", behavior: "instant" }); button.click(); });
            await tab.waitForSelector(panelOf(figure) + " .frames:not([hidden])", { timeout: 60000 });
            await new Promise((done) => setTimeout(done, 1000)); // it scrolls there
            const [top, bottom, high] = await tab.$eval(figureOf(figure) + " .fig-title", (title) => {
                const { top, bottom } = title.getBoundingClientRect();
                return [top - document.querySelector("header").getBoundingClientRect().bottom, bottom, innerHeight];
            });
            check(`${figure} at ${width} px has its title in sight`, top >= 0 && bottom <= high, [top, bottom, high]);
            await tab.$eval(panelOf(figure) + " .stop", (button) => button.click());
            await tab.close();
        }
        return browser.newPage();
    },
    async "a button turns the figure to just what its command says, and an address to nothing that a slider lacks"(browser) {
        const pages = fs.readdirSync(book).filter((page) => /^(0[1-9]|[12]\d)_.*\.html$/.test(page) && !page.startsWith("21")); // which has no knobs
        const unlike = [];
        let buttons = 0;
        for (const page of pages) {
            const tab = await opened(browser, page);
            const found = await tab.$$eval(".runs", (all) => all.map((button) => {
                const command = button.querySelector("code").textContent, { options } = attnCommands.optionsOf(command);
                button.click();
                const isThere = (box) => [...options].every(([name, value]) => {
                    const field = box.querySelector(`[data-option="${name}"] input`);
                    return field ? (field.type === "checkbox" ? field.checked : field.value === value) : box.textContent.includes("--" + name);
                });
                return [...document.querySelectorAll(".panel")].some((box) => isThere(box) && box.checkVisibility()) ? "" : command;
            }));
            buttons += found.length;
            unlike.push(...found.filter(Boolean));
            await tab.close();
        }
        check("each button's command is what the knobs say, where it can be seen", buttons > 20 && unlike.length === 0, buttons + " buttons; unlike: " + unlike.join("; "));
        const tab = await opened(browser, "06_masking.html#fill=-3000");
        const fill = await tab.$eval(panelOf("06_leak") + ' [data-option="fill"] input', (field) => field.value);
        const plain = await text(await opened(browser, "06_masking.html"), panelOf("06_leak") + " .command");
        check("an address beyond a slider leaves it", await text(tab, panelOf("06_leak") + " .command") === plain, fill);
        return tab;
    },
    async "boxes: no answer has a height before its guess, and a figure that is turned has one"(browser) {
        for (const width of [1440, 360]) for (const page of ["02_softmax", "04_scaling", "06_masking", "10_residual_and_norm", "20_bug_gallery"]) {
            const tab = await opened(browser, page + ".html", { width });
            await tab.evaluate(() => localStorage.clear());
            await tab.reload();
            const heights = await tab.$$eval(".awaited", (all) => all.map((one) => one.getBoundingClientRect().height));
            check(`${page} at ${width} px waits for a guess`, heights.length > 0 && heights.every((height) => height === 0), heights);
            await tab.close();
        }
        const tab = await opened(browser, "02_softmax.html#scores=9,-9");
        const isThere = await tab.waitForFunction((figure) => document.querySelector(figure).getBoundingClientRect().height > 0, { timeout: 5000 }, figureOf("02_weights")).catch(() => null);
        check("a figure that is turned is there", isThere);
        return tab;
    },
    async "boxes: the game cuts nothing off, and has its tables side by side where they fit"(browser) {
        for (const width of [360, 1440]) {
            const tab = await opened(browser, "20_bug_gallery.html", { width });
            await tab.$eval(".game .panel-buttons button", (button) => button.click());
            for (let round = 0; round < 6; ++round) {
                await tab.waitForFunction(() => document.querySelectorAll(".game .pair button:enabled").length === 2, { timeout: 60000 });
                const [over, tops] = await tab.$eval(".game", (box) => {
                    const { right } = box.getBoundingClientRect();
                    return [Math.max(...[...box.querySelectorAll("p, .pair > div, pre, button")].map((one) => one.getBoundingClientRect().right - right)),
                        [...box.querySelectorAll(".pair > div")].map((one) => one.getBoundingClientRect().top)];
                });
                check("at " + width + " px all of the game is in its box", over <= 0, over);
                check("at " + width + " px its tables stand " + (width < 500 ? "below" : "beside") + " each other", (tops[0] === tops[1]) === (width > 500), tops);
                await tab.$eval(".game .pair button", (button) => button.click());
                await tab.$eval(".game .panel-buttons button", (button) => button.click());
            }
            await tab.close();
        }
        return browser.newPage();
    },
    async "boxes: a link to a knob leads to its figure"(browser) {
        for (const width of [1440, 360]) for (const [link, figure] of [["07_self_attention.html#order=2,1,0,3", "07_order"], ["09_positional_encoding.html#09_map.positions=80", "09_map"]]) {
            const tab = await opened(browser, link, { width });
            await new Promise((done) => setTimeout(done, 1500)); // it scrolls there
            const [top, high] = await tab.$eval(figureOf(figure) + " .fig-title", (title) => [title.getBoundingClientRect().top, innerHeight]);
            check(`${link} at ${width} px`, top >= 0 && top < high, [top, high]);
            await tab.close();
        }
        return browser.newPage();
    },
    async "boxes: a phone's page stays where it is while it loads, and each knob has its figure in sight"(browser) {
        const tab = await opened(browser, "01_dot_product.html", { width: 360, before: (tab) => tab.evaluateOnNewDocument(() => {
            window.shifts = 0;
            new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifts += one.value; }).observe({ type: "layout-shift", buffered: true });
            addEventListener("DOMContentLoaded", () => setTimeout(() => document.querySelector("#figure-01_shadow").scrollIntoView({ behavior: "instant" }), 50));
        }) });
        await new Promise((done) => setTimeout(done, 1500));
        const shifts = await tab.evaluate(() => window.shifts);
        check("chapter 1 shifts little", shifts < 0.1, shifts);
        await tab.close();
        for (const [page, figure, knob] of [["12_encoder_layer", "12_wall", "norm"], ["01_dot_product", "01_cosine", "angle"], ["13_encoder", "13_sentence", "seed"]]) {
            const tab = await opened(browser, page + ".html", { width: 360 });
            await tab.evaluate((figure) => { for (let fold = document.querySelector(figure).closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true; }, figureOf(figure));
            const part = await tab.$eval(`${panelOf(figure)} [data-option="${knob}"]`, async (knob, figure) => {
                knob.scrollIntoView({ block: "center", behavior: "instant" });
                await new Promise((done) => setTimeout(done, 300));
                const { top, bottom } = document.querySelector(figure + " .drawing").getBoundingClientRect(), header = document.querySelector("header").offsetHeight;
                return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, header)) / Math.min(bottom - top, innerHeight - header);
            }, figureOf(figure));
            check(`${figure}: its drawing is in sight with ${knob}`, part > 0.4, part);
            await tab.close();
        }
        return browser.newPage();
    },
    async "a knob answers while another figure learns"(browser) {
        const tab = await opened(browser, "index.html");
        await tab.waitForFunction((panel) => document.querySelector(panel).hasAttribute("aria-busy"), { timeout: 30000 }, panelOf("16_own"));
        await turn(tab, "16_sentence", "sentence", "나는 산에 가");
        check("the other still learns", await tab.$eval(panelOf("16_own"), (box) => box.hasAttribute("aria-busy")));
        check("it has drawn", (await drawn(tab, "16_sentence")).includes("mountain"));
        const at = () => tab.$eval(".hero-figure .drawing svg", (svg) => { const { bottom } = svg.getBoundingClientRect(); return bottom < innerHeight; });
        check("what learns is on the first screen", await at());
        await tab.$eval(panelOf("16_own") + ' [data-value="causal"]', (button) => button.click());
        await tab.waitForFunction((figure) => /After \d+ steps/.test(document.querySelector(figure).textContent) && document.querySelector(figure + " [data-value=causal]").ariaPressed === "true", { timeout: 60000 }, figureOf("16_own"));
        return tab;
    },
};

(async () => {
    const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"], protocolTimeout: 600000 });
    for (const [name, test] of Object.entries(tests)) {
        if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
        const begin = Date.now();
        await test(browser).then((tab) => tab.close()).catch((error) => check(name, false, error));
        if (process.env.TELL) console.log(name, Date.now() - begin, "ms");
    }
    await browser.close();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
})();
