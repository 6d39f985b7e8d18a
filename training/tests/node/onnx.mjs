// Runs an ONNX file: node onnx.mjs MODEL FOLDER BATCH
// FOLDER has a file of 32-bit floats for each input, and gets one for each output.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-web";

const [model, folder, batch] = process.argv.slice(2);
const session = await InferenceSession.create(readFileSync(model));
const inputs = {};
for (const { name, shape } of session.inputMetadata) {
	const values = new Float32Array(new Uint8Array(readFileSync(join(folder, name))).buffer);
	const dims = shape.map((size) => (typeof size === "string" ? Number(batch) : size));
	inputs[name] = new Tensor("float32", values, dims);
}
for (const [name, { data }] of Object.entries(await session.run(inputs))) {
	writeFileSync(join(folder, name), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}
