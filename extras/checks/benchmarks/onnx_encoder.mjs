// onnx_encoder.mjs FILE TOKENS D_MODEL BATCH THREADS REPEATS: seconds, one a line, and # with the version.
//
// ONNX Runtime on the processor, through its Node package. It is looked for in the folder that this
// is called in (there: npm install onnxruntime-node).
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const ort = require("onnxruntime-node");
const [file, ...words] = process.argv.slice(2);
const [tokens, dModel, batch, threads, repeats] = words.map(Number);
const session = await ort.InferenceSession.create(file, {
  executionProviders: ["cpu"],
  graphOptimizationLevel: "all",
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
});
const numbers = Float32Array.from({ length: batch * tokens * dModel }, () => 2 * Math.random() - 1);
const x = new ort.Tensor("float32", numbers, [batch, tokens, dModel]);
const ready = performance.now() + 250;
while (performance.now() < ready) await session.run({ x });
for (let run = 0; run < repeats; ++run) {
  const begin = performance.now();
  await session.run({ x });
  console.log(((performance.now() - begin) / 1e3).toFixed(6));
}
console.log(`# ONNX Runtime ${ort.env.versions.common}`);
