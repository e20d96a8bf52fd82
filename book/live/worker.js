// Runs the chapters' program beside the page, so that the page stays quick and long work can be
// stopped. It stands behind what emscripten wrote, which defines attnProgram.
"use strict";
let program = null;

const start = (module) => attnProgram({
    instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
    },
    tell(line) {
        line = line.replace(/\x1b\[K/g, ""); // which comes alone, and would wipe the line before it
        if (line) postMessage({ line });
    },
    show: (json) => postMessage({ meanwhile: JSON.parse(json) }),
});

// Files that the program reads: a chapter's, as base64, or a reader's, as bytes.
function write(p, files) {
    for (const [path, content] of Object.entries(files)) {
        p.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
        p.FS.writeFile(path, typeof content === "string" ? Uint8Array.from(atob(content), (c) => c.charCodeAt(0)) : content);
    }
}

function inMemory(p, text) {
    const size = p.lengthBytesUTF8(text) + 1;
    const at = p._malloc(size);
    p.stringToUTF8(text, at, size);
    return at;
}

function run(p, { chapter, section, turned, isNarrow, room }) {
    const texts = [chapter, section, ...Object.entries(turned).flat()].map((text) => inMemory(p, text));
    const list = p._malloc(4 * texts.length);
    [...texts.slice(2), 0].forEach((at, i) => { p.setValue(list + 4 * i, at, "*"); });
    p._live_narrow(isNarrow ? 1 : 0);
    p._live_room(room || 0);
    try {
        return JSON.parse(p.UTF8ToString(p._live_run(texts[0], texts[1], list)));
    } finally {
        [...texts, list].forEach((at) => p._free(at));
    }
}

onmessage = async ({ data }) => {
    try {
        if (data.module) program = start(data.module);
        if (data.files) write(await program, data.files);
        else postMessage({ answer: run(await program, data) });
    } catch (error) {
        postMessage({ crash: String(error) }); // such as memory that has run out
    }
};
