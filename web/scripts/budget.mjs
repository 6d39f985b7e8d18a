// Prints the JavaScript that each screen of every application loads first, from the build's manifest, and fails if it
// exceeds the limit. `--json` prints one object for other tools.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const KB = 1024;
/** Maximum kilobytes (gzip) of a screen, by application. The patients' home has a lower limit. */
const LIMITS = { patient: 195, clinic: 215, ops: 215, hotel: 215 };
const HOME_LIMIT = 155;
/** A text that only the clinics' console contains. */
const CONSOLE_TEXT = "등록하고 시작";
/** Number of screens to print per application, largest first. */
const PRINTED = 8;

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

/** An application's route table, as the router reads it. */
function routesOf(application) {
	const name = readdirSync(`${ROOT}assets`).find((file) =>
		new RegExp(`^routes-${application}-\\w+\\.js$`).test(file),
	);
	if (!name) throw new Error(`no list of routes for ${application}`);
	const window = {};
	new Function("window", readFileSync(`${ROOT}assets/${name}`, "utf8"))(window);
	return { list: `assets/${name}`, routes: window.__reactRouterManifest.routes };
}

const consoleFiles = new Set(
	Object.entries(manifest)
		.filter(([key]) => /app\/clinic\//.test(key))
		.map(([, { file }]) => file),
);
const isOfConsole = (file) =>
	consoleFiles.has(file) || readFileSync(ROOT + file, "utf8").includes(CONSOLE_TEXT);

function measure(application, list, chain, path) {
	const files = new Set([list]);
	for (const name of ["entry.client", "root", ...chain]) {
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
	// Other applications must not load any of the clinics' console.
	const strays = application === "clinic" ? [] : [...files].filter(isOfConsole);
	if (strays.length > 0) throw new Error(`${path} loads the console's ${strays.join(", ")}`);
	return {
		path,
		application,
		gzKb: +(total.gz / KB).toFixed(1),
		brKb: +(total.br / KB).toFixed(1),
		limitGzKb: path === "/" ? HOME_LIMIT : LIMITS[application],
		files: files.size,
	};
}

const rows = Object.keys(LIMITS).flatMap((application) => {
	const { list, routes } = routesOf(application);
	const chainOf = (route) =>
		route && route.id !== "root" ? [...chainOf(routes[route.parentId]), route.id] : [];
	return Object.values(routes)
		.filter(({ id, path, index }) => id !== "root" && (index || (path && !path.includes("*"))))
		.map((route) => measure(application, list, chainOf(route), route.path ?? "/"))
		.sort((one, other) => other.gzKb - one.gzKb);
});
const over = rows.filter((row) => row.gzKb > row.limitGzKb);

const nth = (row) => rows.filter(({ application }) => application === row.application).indexOf(row);
const shown = rows.filter((row) => nth(row) < PRINTED || row.path === "/" || over.includes(row));

if (process.argv.includes("--json")) console.log(JSON.stringify({ firstLoadJs: shown }));
else console.table(shown);
if (over.length > 0) {
	console.error(`over budget: ${over.map((row) => row.path).join(", ")}`);
	process.exit(1);
}
