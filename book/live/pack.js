// node book/live/pack.js FOLDER MODULES: makes FOLDER, what the book's pages need for live figures. MODULES is
// the folder with live_07_self_attention.js and .wasm and their like, as emscripten made them. Everything
// becomes a classic script, as pages of file:// can load nothing else.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm"), zlib = require("zlib");

// What a page loads, as one script; live.js uses the others.
const parts = ["address", "commands", "drag", "game", "grammar", "scrubber", "story", "live"];

// What a chapter's page reads of other chapters, beside its own.
const borrowed = { "17_one_file": ["16_translation"], "18_language_model": ["16_translation"] };
const chapters = path.join(__dirname, "../../chapters");
const kinds = /\.(txt|safetensors|npy)$|\/transformer\.cpp$/;

function filesOf(chapter) {
    const files = {};
    for (const from of [chapter, ...(borrowed[chapter] || [])]) {
        for (const entry of fs.readdirSync(path.join(chapters, from), { withFileTypes: true, recursive: true })) {
            const file = path.join(entry.path, entry.name);
            if (entry.isFile() && kinds.test(file)) files["/chapters/" + path.relative(chapters, file)] = fs.readFileSync(file).toString("base64");
        }
    }
    return files;
}

async function main(folder, built) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
    write("live.js", parts.map((part) => fs.readFileSync(path.join(__dirname, part + ".js"), "utf8")).join("\n"));

    const allLabels = Object.entries(JSON.parse(fs.readFileSync(path.join(__dirname, "labels.json"), "utf8")));
    for (const name of fs.readdirSync(chapters).filter((folder) => /^\d\d_/.test(folder))) {
        const data = filesOf(name), labels = Object.fromEntries(allLabels.filter(([figure]) => figure.startsWith(name.slice(0, 3))));
        if (process.stderr.isTTY) process.stderr.write(`\r${name} is packed`.padEnd(40) + (name.startsWith("21") ? "\n" : ""));
        const wasm = fs.readFileSync(path.join(built, `live_${name}.wasm`));
        const script = fs.readFileSync(path.join(built, `live_${name}.js`), "utf8") + fs.readFileSync(path.join(__dirname, "worker.js"), "utf8");
        const packed = zlib.gzipSync(wasm, { level: 9 }).toString("base64"); // a page unpacks it as it compiles it
        write(name + ".program.js", "window.attnBook = " + JSON.stringify({ wasm: packed, script }) + ";\n");
        const worker = workerOf(script), program = await worker.attnProgram({ wasmBinary: wasm });
        const contents = JSON.parse(program.UTF8ToString(program._live_contents(worker.inMemory(program, name))));
        if (contents.error) throw new Error(contents.error);
        check(name, contents, labels);
        const beginnings = await beginningsOf(script, wasm, name, contents, labels);
        const { first, later, light } = await filesReadBy(script, wasm, name, contents, labels, data); // a reader waits for no others
        const of = (files) => JSON.stringify(Object.fromEntries([...files].map((one) => [one, data[one]])));
        write(name + ".js", "window.attnChapter = " + JSON.stringify({ contents, labels, beginnings, light }) + ";\n");
        write(name + ".data.js", "window.attnData = " + of(first) + ";\n");
        write(name + ".more.data.js", "Object.assign(window.attnData, " + of(later) + ");\n");
    }
}

// A worker as a page has one: the module says itself which knobs there are, and worker.js calls it.
function workerOf(script) {
    const worker = { importScripts() {}, location: { href: "" }, WebAssembly, URL, console, performance, crypto: globalThis.crypto, TextDecoder, setTimeout, atob };
    worker.self = worker;
    vm.createContext(worker);
    vm.runInContext(script, worker);
    return worker;
}

const sectionOf = (contents, figure) => contents.sections.find((one) => one.figures.includes(figure));

// The first frame of each training, for a wide page and for a phone: the program is left behind before its first step.
async function beginningsOf(script, wasm, chapter, contents, labels) {
    const beginnings = {};
    for (const [figure, { button }] of Object.entries(labels).filter(([, { button }]) => button)) {
        for (const form of ["wide", "narrow"]) {
            const worker = workerOf(script), section = sectionOf(contents, figure).title;
            const show = (json) => {
                const begun = JSON.parse(json).figures.find((one) => one.name === figure);
                if (begun) (beginnings[figure] ||= {})[form] = begun;
                throw "begun";
            };
            const program = await worker.attnProgram({ wasmBinary: wasm, show });
            worker.write(program, filesOf(chapter));
            try { worker.run(program, { chapter, section, turned: button.with || {}, isNarrow: form === "narrow" }); } catch (error) { if (error !== "begun") throw error; }
        }
    }
    return beginnings;
}

// The files that the panels' sections open at the start, and those with each knob at each of its choices; a training in three
// steps. And the knobs whose choices open none.
async function filesReadBy(script, wasm, chapter, contents, labels, data) {
    const worker = workerOf(script), program = await worker.attnProgram({ wasmBinary: wasm }), { open } = program.FS, runs = [];
    worker.write(program, data);
    for (const [figure, { button, head, hint, ...knobs }] of Object.entries(labels)) {
        const section = sectionOf(contents, figure).title, knobOf = (name) => contents.knobs.find((one) => one.name === name);
        const start = { ...(button && button.with), ...(button && knobOf("steps") && { steps: "3" }) };
        runs.unshift([section, start]);
        for (const [knob, label] of Object.entries(knobs)) {
            const { words = [], least, most } = knobOf(knob), ends = label.slider ? label.slider.slice(0, 2) : most - least <= 200 ? [least, most] : [];
            for (const value of [...words, ...Object.keys(label.choices || {}), ...(knob === "steps" ? [] : ends.map(String))]) runs.push([section, { ...start, [knob]: value }, knob]);
        }
    }
    const first = new Set(), later = new Set(), tried = new Set(runs.map(([, , knob]) => knob));
    for (const [section, turned, knob] of Object.keys(data).length ? runs : []) {
        program.FS.open = (file, ...rest) => {
            if (data[file] && !first.has(file)) {
                tried.delete(knob);
                (knob ? later : first).add(file);
            }
            return open(file, ...rest);
        };
        worker.run(program, { chapter, section, turned, isNarrow: false });
    }
    for (const file of Object.keys(data)) if (!first.has(file) && data[file].length < 16384) later.add(file); // what the story and the game may read
    return { first, later, light: [...tried].filter(Boolean) };
}

// Every label must name a figure, and a knob of the section that draws it.
function check(name, contents, labels) {
    for (const [figure, knobs] of Object.entries(labels)) {
        const section = contents.sections.find((one) => one.figures.includes(figure));
        if (!section) throw new Error(`labels of ${name}: no section draws ${figure}`);
        for (const [knob, { slider }] of Object.entries(knobs)) {
            if (["button", "head", "hint"].includes(knob)) continue;
            if (!section.knobs.includes(knob)) {
                throw new Error(`labels of ${name}: ${figure} has no knob ${knob}; it has ${section.knobs.join(", ")}`);
            }
            if (!slider) continue; // else a slider must be able to stand where the knob is at the start
            const [least, most, step] = slider, at = Number(contents.knobs.find((one) => one.name === knob).start);
            const steps = (at - least) / step;
            if (at < least || at > most || Math.abs(steps - Math.round(steps)) > 1e-6) {
                throw new Error(`labels of ${name}: the slider of ${figure}'s ${knob} cannot stand at ${at}`);
            }
        }
    }
}

module.exports = { filesOf };
const [folder, built] = process.argv.slice(2);
if (require.main === module && !built) {
    console.error("Call it like this: node book/live/pack.js FOLDER MODULES");
    process.exit(2);
}
if (require.main === module) main(folder, built).catch((error) => { console.error(error.message); process.exit(1); });
