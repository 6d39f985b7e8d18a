// Prints the JavaScript that each first screen loads, from the build's manifest, and fails where it is too much.
// `--json` prints one object for other tools.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const KB = 1024;
const FIRST_SCREENS = [
	{ path: "/", routes: ["shell/home-layout", "routes/home"], limit: 140 },
	{ path: "/auth/signin", routes: ["shell/home-layout", "shell/rich-layout", "routes/sign-in"], limit: 180 },
	{
		path: "/auth/signup/form",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/sign-up-form"],
		limit: 180,
	},
	{
		path: "/auth/find-password",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/find-password"],
		limit: 180,
	},
	{
		path: "/auth/success",
		routes: ["shell/plain-layout", "routes/auth-success"],
		limit: 145,
	},
	{
		path: "/reset-password/:token",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/reset-password"],
		limit: 180,
	},
	{
		path: "/self-check",
		routes: ["shell/home-layout", "shell/rich-layout", "shell/person-layout", "routes/self-check"],
		limit: 180,
	},
	{
		path: "/self-check/:id",
		routes: ["shell/home-layout", "shell/rich-layout", "shell/person-layout", "routes/self-check-result"],
		limit: 190,
	},
];

const manifest = JSON.parse(readFileSync(`${ROOT}.vite/manifest.json`, "utf8"));
const sizes = new Map();

function closure(key, files) {
	const entry = manifest[key];
	if (!entry || files.has(entry.file)) return;
	files.add(entry.file);
	for (const next of entry.imports ?? []) closure(next, files);
}

function keysOf(name) {
	return Object.keys(manifest).filter((key) => key.includes(`app/${name}.`));
}

function sizeOf(file) {
	if (!sizes.has(file)) {
		const data = readFileSync(ROOT + file);
		sizes.set(file, { gz: gzipSync(data, { level: 9 }).length, br: brotliCompressSync(data).length });
	}
	return sizes.get(file);
}

const routerManifest = readFileSync(`${ROOT}index.html`, "utf8").match(/assets\/manifest-[\w-]+\.js/)?.[0];
const rows = FIRST_SCREENS.map(({ path, routes, limit }) => {
	const files = new Set(routerManifest ? [routerManifest] : []);
	for (const name of ["entry.client", "root", ...routes]) {
		const keys = keysOf(name);
		if (keys.length === 0) throw new Error(`no chunk of ${name} in the manifest`);
		for (const key of keys) closure(key, files);
	}
	const total = { gz: 0, br: 0 };
	for (const file of files) {
		const size = sizeOf(file);
		total.gz += size.gz;
		total.br += size.br;
	}
	return {
		path,
		gzKb: +(total.gz / KB).toFixed(1),
		brKb: +(total.br / KB).toFixed(1),
		limitGzKb: limit,
		files: files.size,
	};
});

if (process.argv.includes("--json")) console.log(JSON.stringify({ firstLoadJs: rows }));
else console.table(rows);
const over = rows.filter((row) => row.gzKb > row.limitGzKb);
if (over.length > 0) {
	console.error(`over budget: ${over.map((row) => row.path).join(", ")}`);
	process.exit(1);
}
