// look_at_pages.js BOOK CHROMIUM [PAGE…]: opens the book's pages in a browser, from their files. Each must be
// accessible by axe's rules, no wider than the screen, quiet, and must load nothing from elsewhere; then
// what book.js does is done once. Prints what is wrong, and exits with 1 if anything is.
"use strict";
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const book = path.resolve(process.argv[2]);
const chosen = process.argv.slice(4);
const url = (page) => pathToFileURL(path.join(book, page.split("#")[0])).href + (page.includes("#") ? "#" + page.split("#")[1] : "");
const pages = fs.readdirSync(book, { recursive: true }).filter((file) => file.endsWith(".html")).sort();
// Pages of source files and of single figures are made from one mould: some of them stand for all.
const isMoulded = (page) => /^(source|figures)\//.test(page);
const texts = pages.filter((page) => !isMoulded(page));
const moulded = pages.filter(isMoulded).filter((page, i, all) => i % Math.ceil(all.length / 8) === 0);

// A book with knobs makes its programs run as a blob.
const isLive = fs.existsSync(path.join(book, "live"));
const own = isLive ? /^(file|data|blob):/ : /^(file|data):/;

let passed = 0;
const failures = [];
function check(isRight, what) {
    if (isRight) return passed++;
    failures.push(what);
    console.log(what);
}

async function opened(browser, page, { width = 1440, theme = "light", script = true } = {}) {
    const tab = await browser.newPage();
    await tab.setViewport({ width, height: 900 });
    await tab.setJavaScriptEnabled(script);
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    tab.on("console", (message) => { if (message.type() === "error") check(false, page + ": " + message.text()); });
    tab.on("pageerror", (error) => check(false, page + ": " + error));
    tab.on("request", (request) => { if (!own.test(request.url())) check(false, page + " loads " + request.url()); });
    await tab.goto(url(page));
    return tab;
}

// Rules that this tab's page breaks. Words in a figure are the figure's own tests' concern.
async function judged(tab, what, rules) {
    await tab.evaluate(axe);
    const broken = await tab.evaluate(async (only) => {
        const options = { preload: false, resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) };
        const result = await axe.run({ exclude: [[".drawing svg > *"]] }, options);
        return result.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 160) + (v.nodes.length > 1 ? " and " + (v.nodes.length - 1) + " more" : ""));
    }, rules);
    check(broken.length === 0, what + ": " + broken.join("; "));
}

async function lookAt(browser, page) {
    const tab = await opened(browser, page);
    await tab.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
    for (const width of [1440, 768, 360, 320]) {
        await tab.setViewport({ width, height: 900 });
        await tab.evaluate(() => dispatchEvent(new Event("resize"))); // the browser's own comes with the next frame
        if (width === 1440 || width === 360) await judged(tab, [page, width, "light"].join(" "));
        const over = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(over <= 0, page + " is " + over + " px wider than a screen of " + width);
    }
    // The dark changes colours and nothing else.
    await tab.setViewport({ width: 1440, height: 900 });
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await judged(tab, page + " dark", ["color-contrast", "link-in-text-block"]);
    await tab.close();
}

const tests = {
    async "the search finds a word and opens its place"(browser) {
        const tab = await opened(browser, "answers/07_self_attention.html");
        await tab.keyboard.down("Control");
        await tab.keyboard.press("k");
        await tab.keyboard.up("Control");
        await tab.waitForSelector("dialog[open]");
        await tab.keyboard.type("self-attention");
        await tab.waitForSelector("#find-list li");
        await judged(tab, "the search");
        check(/self-attention/i.test(await tab.$eval("#find-list li b", (hit) => hit.textContent)), "the search's first hit has not the word");
        await Promise.all([tab.waitForNavigation(), tab.keyboard.press("Enter")]);
        check(/(glossary|07_self_attention)\.html/.test(tab.url()), "Enter in the search opened " + tab.url());
        return tab;
    },
    async "the search finds other forms of a word, and code, where it has its library"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        await tab.click(".find");
        await tab.waitForSelector("dialog[open]");
        const hasLibrary = fs.existsSync(path.join(book, "minisearch.js"));
        const asked = { "softmax": /^softmax$/i, ...(hasLibrary && { "vanishing gradients": /^vanishing gradient$/, "soft-max": /^softmax$/i,
            "KV cache": /^KV cache$/, "maskng": /mask/i, "maskign": /mask/i, "바다": /./, "softmax_rows": /./, "sqrt": /./ }) };
        for (const [query, first] of Object.entries(asked)) {
            const [title, bit] = await tab.evaluate((query) => {
                const field = document.querySelector("#find-text");
                field.value = query;
                field.dispatchEvent(new Event("input"));
                return ["b", ".bit"].map((part) => (document.querySelector("#find-list li " + part) || { textContent: "" }).textContent);
            }, query);
            check(first.test(title), "the search for " + query + " finds first: " + (title || "nothing") + ", " + bit);
        }
        const places = await tab.evaluate(() => ["바다", "바다에"].map((word) => window.bookSearch.found(word, 99).length));
        check(!hasLibrary || places[0] >= places[1], "a Hangul word's beginning is found in " + places + " places");
        check(!hasLibrary || await tab.evaluate(() => Boolean(document.querySelector('.foot a[href$="minisearch.licence.txt"]'))), "the library's licence is not named");
        check(!hasLibrary || fs.readFileSync(path.join(book, "minisearch.licence.txt"), "utf8").includes("Permission is hereby granted"), "the library's licence is not in the book");
        return tab;
    },
    async "a guess is kept, and the answer is drawn over it"(browser) {
        const tab = await opened(browser, "04_scaling.html", { width: 360 });
        const state = () => tab.evaluate(() => ({
            isAwaited: document.querySelector('.block.output[data-label="Ten strangers"]').classList.contains("awaited") &&
                !document.querySelector('.block.output[data-label="Ten strangers"] + p').checkVisibility(),
            said: [...document.querySelectorAll(".guess output")].map((one) => one.textContent).join(" "),
            drawn: [...document.querySelectorAll(".guess-truth")].map((one) => Math.round(parseFloat(one.style.width) || 0)),
            line: document.querySelector("#guess-line-1").value,
        }));
        check((await state()).isAwaited, "the answer stands there before the guess");
        await tab.focus("#guess-1");
        await tab.keyboard.press("ArrowRight");
        await tab.focus("#guess-line-1");
        await tab.keyboard.type("a half");
        await tab.$eval(".guess .go", (button) => button.click());
        await judged(tab, "a guess");
        for (const when of ["at once", "after a reload"]) {
            const { isAwaited, said, drawn, line } = await state();
            const recorded = [...(await tab.$eval('.block.output[data-label="Ten strangers"] pre', (text) => text.textContent)).matchAll(/^(4|64|512)\s+([\d.]+)/gm)];
            check(!isAwaited && recorded.every((row, i) => drawn[i] === Math.round(100 * row[2])), when + " the answer drawn is " + drawn);
            check(said.includes("0.11 →") && line === "a half", when + " the guess is " + said + ", " + line);
            await tab.reload();
        }
        await tab.evaluate(() => localStorage.clear());
        await tab.goto(url("02_softmax.html"));
        check(await tab.$eval(".guess", (box) => box.querySelectorAll("input").length === 5 && /sum to 0.50/.test(box.textContent)), "chapter 2 asks for no guess");
        const isTold = () => tab.$eval("main", (main) => /all there is to softmax/.test(main.innerText));
        check(!await isTold(), "chapter 2 tells its answer before the guess");
        await tab.$eval(".guess .go", (button) => button.click());
        check(await isTold(), "chapter 2 does not tell its answer after the guess");
        await tab.evaluate(() => localStorage.clear());
        return tab;
    },
    async "a choice is kept, and the answer is marked beside it"(browser) {
        const asked = { "06_masking.html": ["What each word sees", "I, love and you", ["the program’s answer"]],
            "10_residual_and_norm.html": ["Again and again", "after three", ["the program’s answer"]],
            "20_bug_gallery.html": ["Four divisors", "I 0.2760, love 0.1674, you 0.4551, all 0.1015", ["by nothing", "by √4, right", "by √8, two heads", "by √4 twice"]] };
        const tab = await opened(browser, "06_masking.html", { width: 360 });
        for (const [page, [title, truth, names]] of Object.entries(asked)) {
            await tab.goto(url(page));
            const state = () => tab.evaluate((title) => ({
                isAwaited: document.querySelector(`.block.output[data-label="${title}"]`).classList.contains("awaited"),
                tells: (document.querySelector(`.block.output[data-label="${title}"] + *`) || document.body).checkVisibility(),
                chosen: [...document.querySelectorAll(".guess-choice")].findIndex((one) => one.querySelector("input").checked),
                truth: [...document.querySelectorAll(".guess-choice.truth label")].map((one) => one.textContent).join(),
                names: [...document.querySelectorAll(".guess-name")].map((one) => one.textContent).filter(Boolean),
                said: document.querySelector(".guess-said").textContent,
            }), title);
            const before = await state();
            check(before.isAwaited && !before.tells && !before.truth && before.names.length === 0, page + " shows its answer before the guess");
            await tab.focus("#guess-0");
            await tab.keyboard.press("Space");
            await tab.keyboard.press("ArrowDown");
            await tab.$eval(".guess .go", (button) => button.click());
            await judged(tab, "a choice");
            for (const when of [" at once", " after a reload"]) {
                const now = await state();
                check(!now.isAwaited && now.tells && now.chosen === 1 && now.truth === truth && now.names.join() === names.join(), page + when + ": " + JSON.stringify(now));
                check(/^(Yes\.|You chose “itself alone”\. The program’s answer is “I, love and you”\.)$/.test(now.said), page + when + " says: " + now.said);
                await tab.reload();
            }
            await tab.$eval(".guess .go", (button) => button.click());
            const again = await state();
            check(again.isAwaited && !again.truth && again.chosen === 1, page + " does not let guess again");
        }
        await tab.evaluate(() => localStorage.clear());
        return tab;
    },
    async "a page works where nothing can be kept"(browser) {
        const tab = await browser.newPage();
        tab.on("pageerror", (error) => check(false, "without localStorage: " + error));
        await tab.evaluateOnNewDocument(() => Object.defineProperty(window, "localStorage", { get() { throw new Error("not allowed"); } }));
        await tab.goto(url("02_softmax.html"));
        await tab.$eval(".guess .go", (button) => button.click());
        check(await tab.$eval(".guess", (box) => box.classList.contains("shown")), "without localStorage no guess is answered");
        return tab;
    },
    async "a phone's drawer opens, and Escape closes it"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { width: 360 });
        await tab.click(".menu");
        await judged(tab, "the drawer");
        check(await tab.$eval("main", (main) => main.inert), "the text behind the open drawer can be reached");
        await tab.keyboard.press("Escape");
        check(await tab.evaluate(() => document.activeElement.matches(".menu") && !document.querySelector("main").inert), "Escape does not lead back from the drawer");
        return tab;
    },
    async "a word's card is shown beside it"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        await tab.focus("main .term");
        await tab.waitForSelector(".card:popover-open");
        await judged(tab, "a card");
        await tab.keyboard.press("Escape");
        check(await tab.$(".card:popover-open") === null, "Escape leaves the card");
        return tab;
    },
    async "every number that opens is what is written out, and is reached by mouse and by key"(browser) {
        for (const [page, figures] of [["01_dot_product", ["01_product"]], ["03_query_key_value", ["03_path"]], ["06_masking", ["06_masks"]], ["07_self_attention", ["07_flow"]], ["12_encoder_layer", ["12_wall"]]]) {
            const tab = await opened(browser, page + ".html");
            for (const figure of figures) {
                const [count, wrong] = await tab.$eval(`[data-figure="${figure}"] .drawing svg`, (svg) => {
                    const { tablesOf, opened } = window.attnCells, tables = tablesOf(svg), wrong = [];
                    let count = 0;
                    for (const table of tables.filter((one) => one.rule)) {
                        table.words.forEach((words, row) => words.forEach((word, column) => {
                            const { words: sum, value } = opened(tables, table, row, column);
                            ++count;
                            // What stands in the cells has one decimal or two; large sums add up what was cut off.
                            if (!(Math.abs(value - Number(word.replace("−", "-"))) < 0.16)) wrong.push(`${table.name}: ${sum} is ${value}, not ${word}`);
                        }));
                    }
                    return [count, wrong];
                });
                check(count >= 10 && wrong.length === 0, figure + ": " + count + " open, wrong are " + wrong.slice(0, 3));
            }
            await tab.close();
        }
        const tab = await opened(browser, "07_self_attention.html"), drawing = await tab.$('[data-figure="07_flow"] .drawing');
        const line = () => tab.$eval('[data-figure="07_flow"] .opened', (one) => one.textContent);
        const before = await line();
        await drawing.focus();
        await tab.keyboard.press("ArrowRight");
        check(await line() !== before && /^2 = 1 · 2 \+ 0 · \(−\.5\) \+ 1 · \.5 \+ \(−1\) · \.5$/.test(await line()), "a key opens " + await line());
        const cell = await tab.$('[data-figure="07_flow"] g[data-table="5  weights"] text');
        await cell.hover();
        check(/^\.05 = e−1\.5 ÷ \(/.test(await line()) && (await tab.$$(".opened-cells rect")).length === 2, "the mouse opens " + await line());
        await judged(tab, "an open number");
        return tab;
    },
    async "the theme turns the page and its figures"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        const colours = () => tab.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".drawing .f-ink")).fill].join());
        const light = await colours();
        await tab.click("button.theme");
        check(await colours() === light, "the theme light is not the system's, which is light");
        await tab.click("button.theme");
        const dark = await colours();
        check(dark.split("rgb").every((part, i) => part !== light.split("rgb")[i] || i === 0), "in the dark the colours are " + dark + ", as in the light");
        await tab.reload();
        check(await colours() === dark, "the theme is forgotten");
        await tab.click("button.theme");
        return tab;
    },
    async "a chapter is marked as read, here and in the contents"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        const isRead = () => tab.$eval('.chapters [data-page="07_self_attention"]', (item) => item.classList.contains("read"));
        check(!await isRead(), "a chapter is read before it is opened");
        await tab.$eval(".done button", (button) => button.click());
        check(await isRead(), "the button does not mark a chapter as read");
        await tab.goto(url("index.html"));
        check(await tab.$eval('.chapter-card[data-page="07_self_attention"]', (card) => card.classList.contains("read")), "the home page does not know what is read");
        await tab.evaluate(() => localStorage.clear());
        return tab;
    },
    async "a link to what is folded unfolds it"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        const id = await tab.$eval("details.aside", (details) => details.id);
        await tab.goto(url("07_self_attention.html#" + id));
        check(await tab.$eval("details.aside", (details) => details.open), "a link to #" + id + " leaves it folded");
        return tab;
    },
    async "the contents say where the reader is"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        await tab.$eval("#the-code", (heading) => heading.scrollIntoView());
        await tab.waitForSelector('.sections a.here[href="#the-code"]', { timeout: 3000 }).catch(() => {});
        check(await tab.$('.sections a.here[href="#the-code"]') !== null, "the contents do not follow");
        return tab;
    },
    async "on a phone figures are drawn for it, with words of 11 pixels or more"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { width: 360 }), small = [];
        for (const page of texts.filter((page) => /^\d\d_/.test(page))) {
            await tab.goto(url(page));
            small.push(...await tab.$$eval("figure.plot .drawing > svg", (all, page) => all.map((svg) => {
                const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
                const least = Math.min(...[...svg.querySelectorAll(":scope > text")].map((text) => scale * parseFloat(getComputedStyle(text).fontSize)));
                return scale > 0 && (least < 11 || svg.getBoundingClientRect().width > 420) ? `${page} ${svg.closest("figure").dataset.figure} ${least}` : "";
            }).filter(Boolean), page));
        }
        check(!fs.existsSync(path.join(book, "figures/01_arrows.csv")) || small.length === 0, "too small or too wide: " + small.join("; "));
        return tab;
    },
    async "an arrow key turns the page"(browser) {
        const tab = await opened(browser, "07_self_attention.html");
        await Promise.all([tab.waitForNavigation(), tab.keyboard.press("ArrowRight")]);
        check(tab.url().endsWith("/08_multi_head.html"), "the right arrow leads to " + tab.url());
        return tab;
    },
    async "without a script everything is there"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { script: false, width: 360 });
        const missing = (await Promise.all(["#book-contents", "#exercises", ".answer summary", ".drawing svg"].map(async (part) =>
            (await tab.$(part).then((found) => found.boundingBox())) === null && part))).filter(Boolean);
        check(missing.length === 0, "without a script these are not shown: " + missing);
        return tab;
    },
};

// For a book with knobs.
const liveTests = {
    async "what a program prints in the page is reached by Tab where it scrolls"(browser) {
        const tab = await opened(browser, "07_self_attention.html", { width: 360 });
        await tab.waitForSelector(".printed", { visible: true });
        await tab.$eval(".printed", (details) => { details.open = true; });
        await tab.waitForFunction(() => document.querySelector(".printed pre").textContent, { timeout: 60000 });
        check(await tab.$eval(".printed pre", (text) => text.scrollWidth > text.clientWidth + 1), "nothing scrolls in what chapter 7 prints");
        check(await tab.$eval(".printed pre", (text) => text.tabIndex === 0), "Tab passes over what chapter 7 prints");
        return tab;
    },
};

(async () => {
    const puppeteer = require("puppeteer-core");
    const browser = await puppeteer.launch({ executablePath: process.argv[3], args: ["--no-sandbox"], protocolTimeout: 600000 });
    const waiting = chosen.length > 0 ? [...chosen] : [...texts, ...moulded];
    const many = waiting.length;
    const look = async () => { for (let page = waiting.shift(); page; page = waiting.shift()) await lookAt(browser, page); };
    await Promise.all([look(), look()]);
    for (const [name, test] of Object.entries({ ...tests, ...(isLive && liveTests) })) {
        await test(browser).then((tab) => tab.close()).catch((error) => check(false, name + ": " + error));
    }
    await browser.close();
    console.log(`${many} pages: ${passed} passed, ${failures.length} failed`);
    process.exitCode = failures.length > 0 ? 1 : 0;
})();
