// Holds the catalogues together: the same keys and placeholders in both languages, each key used, each used key there.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("../app/", import.meta.url));
const read = (path) => readFileSync(APP + path, "utf8");
/** The hotels' application is in English alone. */
const ENGLISH_ONLY = /^hotel(Admin)?:/;
const problems = [];

function flatten(value, prefix = "") {
	if (typeof value === "string") return [[prefix, value]];
	return Object.entries(value).flatMap(([key, each]) => flatten(each, prefix ? `${prefix}.${key}` : key));
}

const placeholders = (text) =>
	[...text.matchAll(/{{(\w+)}}/g)]
		.map((match) => match[1])
		.sort()
		.join();
const catalogue = (language) =>
	new Map(
		readdirSync(`${APP}locales/${language}`).flatMap((file) =>
			flatten(JSON.parse(read(`locales/${language}/${file}`))).map(([key, text]) => [
				`${file.replace(".json", "")}:${key}`,
				text,
			]),
		),
	);

const [ko, en] = [catalogue("ko"), catalogue("en")];
for (const [key, text] of ko) {
	if (!en.has(key)) problems.push(`${key} has no English text`);
	else if (placeholders(text) !== placeholders(en.get(key))) problems.push(`${key}: placeholders differ`);
	if (text.trim() === "") problems.push(`${key} is empty`);
}
for (const key of en.keys()) {
	if (!ko.has(key) && !ENGLISH_ONLY.test(key)) problems.push(`${key} has no Korean text`);
}

// Every string or template in the code that could name a key; ${…} stands for one or more parts of it.
const named = new Set();
const patterns = [];
for (const file of readdirSync(APP, { recursive: true })) {
	if (!/\.tsx?$/.test(file) || /\.test\.|schema\.d\.ts$/.test(file)) continue;
	for (const [, text] of read(file).matchAll(/["']([\w.]+)["']/g)) named.add(text);
	for (const [, text] of read(file).matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)) {
		patterns.push(
			new RegExp(
				`^${text
					.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
					.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
					.join("[\\w.]+")}$`,
			),
		);
	}
	for (const [, name] of read(file).matchAll(/\bkey\("(\w+)"\)/g)) named.add(`error.${name}`);
}
for (const id of new Set([...ko.keys(), ...en.keys()])) {
	// A text that counts has a form for one and a form for others.
	const key = id.slice(id.indexOf(":") + 1).replace(/_(one|other)$/, "");
	if (!named.has(key) && !patterns.some((pattern) => pattern.test(key))) problems.push(`${id} is not used`);
}

if (problems.length > 0) {
	console.error(problems.join("\n"));
	process.exit(1);
}
console.log(`${ko.size} texts in two languages`);
