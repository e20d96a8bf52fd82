// Pages of the book's form, as plain as can be: a body with data-chapter, and each figure of the
// chapter with its drawing and a place for its knobs.
"use strict";
const fs = require("fs"), path = require("path");

const figuresOf = (project, chapter) => fs.readdirSync(path.join(project, "docs/figures"))
    .filter((file) => file.startsWith(chapter.slice(0, 3)) && file.endsWith(".svg")).map((file) => path.basename(file, ".svg"));

function figureOf(project, name, attributes) {
    const svg = fs.readFileSync(path.join(project, "docs/figures", name + ".svg"), "utf8");
    return `<figure class="plot" id="figure-${name}" ${attributes}>\n<div class="drawing">${svg}</div>\n` +
        `<div class="turn" hidden></div>\n<figcaption>${name}</figcaption>\n</figure>`;
}

function write(folder, title, chapter, attributes, figures) {
    const file = path.join(folder, title + ".html");
    fs.writeFileSync(file, `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        `<link rel="icon" href="data:,"></head>\n<body class="chapter-page"${attributes}>\n` +
        `<main>\n${figures.join("\n")}\n</main>\n<script src="live/${chapter}.js" defer></script>\n<script src="live/live.js" defer></script>\n</body></html>\n`);
    return file;
}

const writePage = (project, folder, chapter) => write(folder, chapter, chapter, ` data-chapter="${chapter}"`,
    figuresOf(project, chapter).map((name) => figureOf(project, name, `data-figure="${name}"`)));

// A page of no chapter, with two figures of chapter 16: one learns as soon as it is seen.
const writeElsewhere = (project, folder) => write(folder, "elsewhere", "16_translation", "", [
    figureOf(project, "16_alignment",
        'data-chapter="16_translation" data-figure="16_sentence" data-knobs="sentence" data-sentence="나는 바다에 가고 싶어"'),
    figureOf(project, "16_own",
        'data-chapter="16_translation" data-figure="16_own" data-knobs="without" data-button="Teach it" data-begins="seen"')]);

module.exports = { writePage, writeElsewhere, figuresOf };
