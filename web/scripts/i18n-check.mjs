// Checks the catalogues: both languages have the same keys and placeholders, each key is used, and each used key
// exists.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("../app/", import.meta.url));
const read = (path) => readFileSync(APP + path, "utf8");
/** The hotels' application is only in English. */
const ENGLISH_ONLY = /^hotel(Admin)?:/;
/** Suffix of a plural form. */
const COUNTED = /_(one|other)$/;
const problems = [];

function flatten(value, prefix = "") {
	if (typeof value === "string") return [[prefix, value]];
	return Object.entries(value).flatMap(([key, each]) => flatten(each, prefix ? `${prefix}.${key}` : key));
}

const placeholders = (text) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort();
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
/** The English keys of a Korean one: the key itself, or its plural forms. Korean has a single form. */
const englishOf = (key) => (en.has(key) ? [key] : [`${key}_one`, `${key}_other`]);
/** Whether the placeholders are the same. The singular may omit its number ("Every minute"). */
const hasPlaceholders = (text, korean, isOne) =>
	isOne
		? placeholders(text).every((name) => placeholders(korean).includes(name))
		: placeholders(text).join() === placeholders(korean).join();
for (const [key, text] of ko) {
	for (const english of englishOf(key)) {
		if (!en.has(english)) problems.push(`${english} has no English text`);
		else if (!hasPlaceholders(en.get(english), text, english.endsWith("_one")))
			problems.push(`${english}: placeholders differ`);
	}
	if (text.trim() === "") problems.push(`${key} is empty`);
}
for (const [key, text] of en) {
	if (text.includes("'")) problems.push(`${key} has a straight apostrophe: write ’`);
	const counted = key.replace(COUNTED, "");
	if (counted !== key && !englishOf(counted).every((form) => en.has(form)))
		problems.push(`${key} lacks its other form`);
	if (!ko.has(key) && !ko.has(counted) && !ENGLISH_ONLY.test(key)) problems.push(`${key} has no Korean text`);
}

// Every string or template in the code that could be a key; ${…} matches one or more parts of it.
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
	const key = id.slice(id.indexOf(":") + 1).replace(COUNTED, "");
	if (!named.has(key) && !patterns.some((pattern) => pattern.test(key))) problems.push(`${id} is not used`);
}

if (problems.length > 0) {
	console.error(problems.join("\n"));
	process.exit(1);
}
console.log(`${ko.size} texts in two languages`);
