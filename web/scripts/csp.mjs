// Writes build/client/csp.json: the hashes of the inline scripts and styles of the built pages, for the server's header.
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
const all = (kind) => [...new Set(Object.values(pages).flatMap((page) => page[kind]))].sort();
const csp = { scripts: all("scripts"), styles: all("styles"), pages };
writeFileSync(`${ROOT}/csp.json`, `${JSON.stringify(csp, null, "\t")}\n`);
console.log(
	`csp.json: ${csp.scripts.length} scripts, ${csp.styles.length} styles in ${Object.keys(pages).length} pages`,
);
