// Pages of the book's form, as plain as can be: a body with data-chapter, and each figure of the
// chapter with its drawing and a place for its knobs.
"use strict";
const fs = require("fs"), path = require("path");

const figuresOf = (project, chapter) => fs.readdirSync(path.join(project, "docs/figures"))
    .filter((file) => file.startsWith(chapter.slice(0, 3)) && file.endsWith(".svg")).map((file) => path.basename(file, ".svg"));

function writePage(project, folder, chapter) {
    const figures = figuresOf(project, chapter).map((name) => {
        const svg = fs.readFileSync(path.join(project, "docs/figures", name + ".svg"), "utf8");
        return `<figure class="plot" id="figure-${name}" data-figure="${name}">\n<div class="drawing">${svg}</div>\n` +
            `<div class="turn" hidden></div>\n<figcaption>${name}</figcaption>\n</figure>`;
    });
    const file = path.join(folder, chapter + ".html");
    fs.writeFileSync(file, `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${chapter}</title>` +
        `<link rel="icon" href="data:,"></head>\n<body class="chapter-page" data-chapter="${chapter}">\n` +
        `<main>\n${figures.join("\n")}\n</main>\n<script src="live/live.js" defer></script>\n</body></html>\n`);
    return file;
}

module.exports = { writePage, figuresOf };
