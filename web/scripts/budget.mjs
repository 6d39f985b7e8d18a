// Prints the JavaScript that each first screen loads, from the build's manifest, and fails where it is too much.
// `--json` prints one object for other tools.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const KB = 1024;
/** Words that only the console has. */
const CONSOLE_TEXT = "등록하고 시작";
const HOME = ["patient/layouts/home-layout"];
const PATIENT = [...HOME, "patient/layouts/require-patient"];
const PLAIN = ["patient/layouts/plain-layout"];
const CONSOLE = ["clinic/layouts/clinic-layout", "clinic/layouts/console-layout"];
const WORKLIST = [...CONSOLE, "clinic/layouts/worklist-layout"];
const HOTEL = ["hotel/layouts/hotel-layout", "hotel/layouts/signed-in-layout"];
const PATIENT_LIMIT = 210;
const CLINIC_LIMIT = 215;
const OPS_LIMIT = 215;
const HOTEL_LIMIT = 215;

const patient = (path, layouts, route) => ({
	path,
	routes: [...layouts, `patient/routes/${route}`],
	limit: PATIENT_LIMIT,
});
const clinic = (path, layouts, route) => ({
	path,
	routes: [...layouts, `clinic/routes/${route}`],
	limit: CLINIC_LIMIT,
});

const hotel = (path, route) => ({
	path,
	routes: [...HOTEL, `hotel/routes/${route}`],
	limit: HOTEL_LIMIT,
});

const ops = (path, route) => ({
	path,
	routes: ["ops/layouts/ops-layout", "ops/layouts/console-layout", `ops/routes/${route}`],
	limit: OPS_LIMIT,
});

const FIRST_SCREENS = [
	{ ...patient("/", HOME, "home"), limit: 170 },
	patient("/auth/signin", HOME, "sign-in"),
	{ ...patient("/auth/signup/form", PLAIN, "sign-up-form"), limit: 222 },
	{ ...patient("/auth/find-password", PLAIN, "find-password"), limit: 213 },
	patient("/auth/success", PLAIN, "auth-success"),
	patient("/reset-password/:token", PLAIN, "reset-password"),
	patient("/self-check", PATIENT, "self-check"),
	patient("/self-check/:id", PATIENT, "self-check-result"),
	patient("/apply-tci", PATIENT, "apply-tci"),
	patient("/apply-history", PATIENT, "apply-history"),
	patient("/tcis/:clinicId/detail/:tciId", PATIENT, "tci-detail"),
	patient("/apply-insurance", PATIENT, "apply-insurance"),
	patient("/insurance-history", PATIENT, "insurance-history"),
	patient("/payment/complete", PLAIN, "payment"),
	clinic("/clinic", WORKLIST, "home"),
	clinic("/clinic/insurances/:id", CONSOLE, "claim"),
	hotel("/hotel", "dashboard"),
	hotel("/hotel/stock", "stock"),
	hotel("/hotel/tasks", "tasks"),
	{ ...hotel("/hotel/rooms", "rooms"), limit: 227 },
	ops("/ops", "overview"),
	ops("/ops/jobs", "jobs"),
	{ ...ops("/ops/tenants/:id", "tenant"), limit: 226 },
	{ ...clinic("/clinic/applications/:id", WORKLIST, "application"), limit: 233 },
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
		.filter(([key]) => /app\/clinic\//.test(key))
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
