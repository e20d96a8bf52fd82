// node book/live/pack.js FOLDER MODULE: makes FOLDER, what the book's pages need for live
// figures. MODULE is the folder with live.js and live.wasm, as emscripten made them. Everything
// becomes a classic script, as pages of file:// can load nothing else.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");

async function main(folder, built) {
    const glue = fs.readFileSync(path.join(built, "live.js"), "utf8");
    const wasm = fs.readFileSync(path.join(built, "live.wasm"));
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
    const script = glue + fs.readFileSync(path.join(__dirname, "worker.js"), "utf8");
    write("program.js", "window.attnBook = " + JSON.stringify({ wasm: wasm.toString("base64"), script }) + ";\n");
    fs.copyFileSync(path.join(__dirname, "live.js"), path.join(folder, "live.js"));

    const program = await started(glue, wasm);
    for (const file of fs.readdirSync(path.join(__dirname, "labels"))) {
        const name = path.basename(file, ".json");
        const contents = JSON.parse(called(program, name));
        if (contents.error) throw new Error(file + ": " + contents.error);
        const labels = JSON.parse(fs.readFileSync(path.join(__dirname, "labels", file), "utf8"));
        check(name, contents, labels);
        write(name + ".js", "window.attnChapter = " + JSON.stringify({ contents, labels }) + ";\n");
    }
}

// The module says itself which knobs there are. It is made for a worker, so it is shown one.
function started(glue, wasm) {
    const worker = { importScripts() {}, location: { href: "" }, WebAssembly, URL, console, performance, crypto: globalThis.crypto, TextDecoder, setTimeout };
    worker.self = worker;
    vm.createContext(worker);
    vm.runInContext(glue + ";self.attnProgram = attnProgram;", worker);
    return worker.attnProgram({ wasmBinary: wasm });
}

function called(program, name) {
    const at = program._malloc(name.length + 1);
    program.stringToUTF8(name, at, name.length + 1);
    return program.UTF8ToString(program._live_contents(at));
}

// Every label must name a figure, and a knob of the section that draws it.
function check(name, contents, labels) {
    for (const [figure, knobs] of Object.entries(labels)) {
        const section = contents.sections.find((one) => one.figures.includes(figure));
        if (!section) throw new Error(`labels of ${name}: no section draws ${figure}`);
        for (const [knob, { slider }] of Object.entries(knobs)) {
            if (knob === "button" || knob === "head") continue;
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

const [folder, built] = process.argv.slice(2);
if (!built) {
    console.error("Call it like this: node book/live/pack.js FOLDER MODULE");
    process.exit(2);
}
main(folder, built).catch((error) => { console.error(error.message); process.exit(1); });
