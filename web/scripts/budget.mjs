// Prints the JavaScript that each first screen loads, from the build's manifest, and fails where it is too much.
// `--json` prints one object for other tools.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const KB = 1024;
/** Words that only the console has. */
const CONSOLE_TEXT = "현장 접수";
const PERSON = ["shell/home-layout", "shell/rich-layout", "shell/person-layout"];
const DESK = ["shell/clinic-layout", "shell/clinic-desk-layout", "shell/clinic-work-layout"];
const FIRST_SCREENS = [
	{ path: "/", routes: ["shell/home-layout", "routes/home"], limit: 155 },
	{ path: "/auth/signin", routes: ["shell/home-layout", "shell/rich-layout", "routes/sign-in"], limit: 195 },
	{
		path: "/auth/signup/form",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/sign-up-form"],
		limit: 195,
	},
	{
		path: "/auth/find-password",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/find-password"],
		limit: 195,
	},
	{
		path: "/auth/success",
		routes: ["shell/plain-layout", "routes/auth-success"],
		limit: 195,
	},
	{
		path: "/reset-password/:token",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/reset-password"],
		limit: 195,
	},
	{
		path: "/self-check",
		routes: [...PERSON, "routes/self-check"],
		limit: 195,
	},
	{
		path: "/self-check/:id",
		routes: [...PERSON, "routes/self-check-result"],
		limit: 195,
	},
	{ path: "/apply-tci", routes: [...PERSON, "routes/apply-tci"], limit: 205 },
	{ path: "/apply-history", routes: [...PERSON, "routes/apply-history"], limit: 195 },
	{ path: "/tcis/:clinicId/detail/:tciId", routes: [...PERSON, "routes/tci-detail"], limit: 195 },
	{ path: "/apply-insurance", routes: [...PERSON, "routes/apply-insurance"], limit: 195 },
	{ path: "/insurance-history", routes: [...PERSON, "routes/insurance"], limit: 195 },
	{
		path: "/payment/complete",
		routes: ["shell/plain-layout", "shell/rich-layout", "routes/payment"],
		limit: 195,
	},
	{ path: "/clinic", routes: [...DESK, "routes/clinic-home"], limit: 215 },
	{
		path: "/clinic/insurances/:id",
		routes: ["shell/clinic-layout", "shell/clinic-desk-layout", "routes/clinic-claims"],
		limit: 220,
	},
	{ path: "/clinic/applications/:id", routes: [...DESK, "routes/clinic-application"], limit: 228 },
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

const consoleFiles = new Set(
	Object.entries(manifest)
		.filter(([key]) => /app\/(routes|shell|features)\/clinic\b/.test(key))
		.map(([, { file }]) => file),
);
const isOfConsole = (file) =>
	consoleFiles.has(file) || readFileSync(ROOT + file, "utf8").includes(CONSOLE_TEXT);

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
	// The clinics' console is of no use to patients: none of its code may be among what they load.
	const strays = path.startsWith("/clinic") ? [] : [...files].filter(isOfConsole);
	if (strays.length > 0) throw new Error(`${path} loads the console's ${strays.join(", ")}`);
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
