// The picture of the live book in the README, taken after ./run live:
//   NODE_PATH=build/release/browser/node_modules node tests/book/browser/live_book.js build/book docs/live_book.png
"use strict";
const path = require("path"), puppeteer = require("puppeteer-core");

(async ([book, picture]) => {
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1440, height: 900 });
    await tab.goto("file://" + path.resolve(book, "03_query_key_value.html"));
    const figure = await tab.waitForSelector("#figure-03_menu");
    await figure.evaluate((one) => one.scrollIntoView({ block: "center" }));
    await tab.waitForFunction(() => document.querySelector("#figure-03_menu .turn input"));
    await new Promise((done) => setTimeout(done, 2000)); // its program has drawn it
    await tab.addStyleTag({ content: ".bar, .printed, figcaption { display: none !important; } .plot { padding: 12px 12px 0 !important; }" });
    await figure.screenshot({ path: picture });
    await browser.close();
})(process.argv.slice(2));
