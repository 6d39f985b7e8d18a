// Checks the licenses of npm packages. Usage: node check-licenses.mjs FOLDER… (each with a package-lock.json)
// Shipped packages may have the licenses of deny.toml, like the Rust crates. Tools may have a few more.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** For tools and data that are not shipped. */
const TOOL_LICENSES = ["MPL-2.0", "CC-BY-4.0", "CC0-1.0", "Python-2.0", "BlueOak-1.0.0"];
/** Packages whose license is only in a file, which was reviewed for this version. */
const READ_LICENSES = {
	"@react-aria/optimize-locales-plugin 2.0.2": "Apache-2.0",
	"parse-cache-control 1.0.1": "BSD-3-Clause",
};

/** Returns the licenses that deny.toml allows. */
export function allowedByDeny(text) {
	const list = /^\[licenses\][\s\S]*?^allow = \[([\s\S]*?)\]/m.exec(text)?.[1];
	if (!list) throw new Error("deny.toml has no list of licences");
	return new Set([...list.matchAll(/"([^"]+)"/g)].map((found) => found[1]));
}

/** Whether the allowed licenses satisfy an SPDX expression. AND binds closer than OR. */
export function isAllowed(expression, allowed) {
	const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
	let at = 0;
	const alternatives = () => {
		let met = conjunction();
		while (tokens[at] === "OR") {
			at += 1;
			met = conjunction() || met;
		}
		return met;
	};
	const conjunction = () => {
		let met = term();
		while (tokens[at] === "AND") {
			at += 1;
			met = term() && met;
		}
		return met;
	};
	const term = () => {
		const token = tokens[at];
		at += 1;
		if (token === "(") {
			const met = alternatives();
			at += 1;
			return met;
		}
		if (tokens[at] !== "WITH") return allowed.has(token);
		at += 2;
		return allowed.has(`${token} WITH ${tokens[at - 1]}`);
	};
	const met = tokens.length > 0 && alternatives();
	return met && at === tokens.length;
}

const nameOf = (path) => path.replace(/^.*node_modules\//, "");

/** Returns the license in the lock file or the installed package; null for another platform's package. */
function licenseOf(folder, path, entry) {
	if (entry.license) return entry.license;
	const read = READ_LICENSES[`${nameOf(path)} ${entry.version}`];
	if (read) return read;
	const manifest = join(ROOT, folder, path, "package.json");
	if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).license ?? "none";
	// the lock file has no license for these, and this machine's package of the same kind represents them
	return entry.optional && (entry.os || entry.cpu) ? null : "unknown";
}

function refusals(folder, shipped) {
	const lock = JSON.parse(readFileSync(join(ROOT, folder, "package-lock.json"), "utf8"));
	const tools = new Set([...shipped, ...TOOL_LICENSES]);
	const found = [];
	for (const [path, entry] of Object.entries(lock.packages)) {
		if (path === "" || entry.link) continue;
		const license = licenseOf(folder, path, entry);
		if (license === null || isAllowed(license, entry.dev ? tools : shipped)) continue;
		found.push(`${folder}: ${nameOf(path)} ${entry.version}: ${license}`);
	}
	return found;
}

if (process.argv[1] === import.meta.filename) {
	const shipped = allowedByDeny(readFileSync(join(ROOT, "deny.toml"), "utf8"));
	const found = process.argv.slice(2).flatMap((folder) => refusals(folder, shipped));
	for (const line of found) console.error(line);
	if (found.length > 0) {
		console.error("licences that are not allowed: see [licenses] of deny.toml");
		process.exit(1);
	}
}
