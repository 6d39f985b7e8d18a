// Checks the build output, as the last step of each build, and fails if it must not be served.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
/**
 * Maximum bytes of a compressed page. A prerendered one fits, with 1,400 bytes of headers, into the first ten packets of
 * its connection. A fallback page has all styles of its application; it paints nothing before its code runs.
 */
const MAX_PAGE = 13_000;
const MAX_FALLBACK = 15_500;
const MOCKS = /mockServiceWorker|setupWorker|offline-session/;

const files = readdirSync(ROOT, { recursive: true });
const problems = files
	.filter(
		(file) => MOCKS.test(file) || (file.endsWith(".js") && MOCKS.test(readFileSync(ROOT + file, "utf8"))),
	)
	.map((file) => `${file} holds something of the mocks`);

const csp = JSON.parse(readFileSync(`${ROOT}csp.json`, "utf8"));
for (const page of files.filter((file) => file.endsWith(".html"))) {
	const own = csp[`/${page}`];
	const isApp = readFileSync(ROOT + page, "utf8").includes("<script");
	if (!own || (isApp && (!own.styles.length || !own.scripts.length)))
		problems.push(`csp.json has no hashes of ${page}`);
}

/** Each fallback page: a path whose files it must preload, and the paths of other applications that it must not contain. */
const SHELLS = {
	"__spa-fallback.html": ["^/self-check/[^/]+/?$", "clinic|ops|hotel"],
	"__clinic.html": ["^/clinic/applications/[^/]+/?$", "self-check|ops|hotel"],
	"__ops.html": ["^/ops/jobs/[^/]+/?$", "self-check|clinic|hotel"],
	"__hotel.html": ["^/hotel/orders/[^/]+/?$", "self-check|clinic|ops"],
};
for (const [page, [address, others]] of Object.entries(SHELLS)) {
	const html = readFileSync(ROOT + page, "utf8");
	if (!html.includes(`\`${address}\``)) problems.push(`${page} names no files of ${address}`);
	const list = `assets/${/`(routes-[^`]+)`/.exec(html)?.[1]}.js`;
	if (!files.includes(list)) problems.push(`${page} has no list of routes`);
	else if (new RegExp(`"/(${others})[/"]`).test(readFileSync(ROOT + list, "utf8")))
		problems.push(`${list} has routes of another application`);
	const names = [...html.matchAll(/`((?:[\w.-]+-[\w-]{8} ?)+)`/g)].flatMap(([, text]) => text.split(" "));
	if (/rel="modulepreload"|type="module"/.test(html))
		problems.push(`${page} loads code before its first paint`);
	if (names.length < 10) problems.push(`${page} loads too few files`);
	for (const file of names.map((name) => `assets/${name}.js`))
		if (!files.includes(file)) problems.push(`${page} names ${file}, which is not there`);
}

const limits = Object.fromEntries(Object.keys(SHELLS).map((page) => [page, MAX_FALLBACK]));
for (const page of ["index.html", "auth/signin/index.html", "self-check/index.html"]) limits[page] = MAX_PAGE;
for (const [page, limit] of Object.entries(limits)) {
	const { length } = readFileSync(`${ROOT + page}.br`);
	if (length > limit) problems.push(`${page} has ${length} bytes, more than ${limit}`);
}

if (problems.length > 0) {
	console.error(problems.join("\n"));
	process.exit(1);
}
console.log(`the build of ${files.length} files holds nothing that it should not`);
