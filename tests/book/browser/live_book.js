// The picture of the live book in the README, taken after ./run live:
//   NODE_PATH=build/release/browser/node_modules node tests/book/browser/live_book.js build/book docs/live_book.png
"use strict";
const path = require("path"), puppeteer = require("puppeteer-core");

(async ([book, picture]) => {
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1440, height: 780 });
    await tab.goto("file://" + path.resolve(book, "01_dot_product.html"));
    const figure = await tab.waitForSelector("#figure-01_shadow");
    await figure.evaluate((one) => one.scrollIntoView({ block: "center" }));
    await tab.waitForFunction(() => document.querySelector("#figure-01_shadow .turn input"));
    await new Promise((done) => setTimeout(done, 2000)); // its program has drawn it
    await tab.screenshot({ path: picture });
    await browser.close();
})(process.argv.slice(2));
