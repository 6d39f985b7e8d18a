// Writes a .br and a .gz file next to each text file of the build, so that the server need not compress.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../build/client", import.meta.url));
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const SMALL = 512;

let count = 0;
for (const file of readdirSync(ROOT, { recursive: true })) {
	const path = `${ROOT}/${file}`;
	if (!TEXT.test(file) || file === "csp.json" || statSync(path).size < SMALL) continue;
	const data = readFileSync(path);
	writeFileSync(`${path}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
	writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
	count += 1;
}
console.log(`${count} files precompressed`);
