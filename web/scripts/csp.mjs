// Writes build/client/csp.json: the hashes of each page's inline scripts and styles, for the server's header.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../build/client", import.meta.url));
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const inline = (html, tag) =>
	[...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, "g"))]
		.map((match) => match[1])
		.filter((text) => text !== "")
		.map(hash);

const pages = {};
const files = readdirSync(ROOT, { recursive: true })
	.filter((file) => file.endsWith(".html"))
	.sort();
for (const file of files) {
	const html = readFileSync(`${ROOT}/${file}`, "utf8");
	pages[`/${file}`] = { scripts: inline(html, "script"), styles: inline(html, "style") };
}
writeFileSync(`${ROOT}/csp.json`, `${JSON.stringify(pages, null, "\t")}\n`);
console.log(`csp.json: the sources of ${files.length} pages`);
