// Writes build/client/sw.js, with which the installed app opens offline. It caches the shell and the code of the
// screens for the latest results, but no API response and no photo.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateSW } from "workbox-build";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const SHELL = "__spa-fallback.html";
/** Screens that open offline. */
const SCREENS = [
	"entry.client",
	"root",
	"i18n/english",
	"patient/layouts/home-layout",
	"patient/layouts/require-patient",
	"patient/layouts/bell",
	"patient/routes/home",
	"patient/routes/records",
	"patient/routes/self-check-result",
	// The result loads it only if there is an earlier check.
	"patient/features/self-check/before-after",
	"patient/session/offline-results",
];

const manifest = JSON.parse(readFileSync(`${ROOT}.vite/manifest.json`, "utf8"));
const files = new Set([SHELL]);
function add(key) {
	const entry = manifest[key];
	if (!entry || files.has(entry.file)) return;
	files.add(entry.file);
	for (const next of entry.imports ?? []) add(next);
}
for (const screen of SCREENS) {
	const keys = Object.keys(manifest).filter((key) => key.includes(`app/${screen}.`));
	if (keys.length === 0) throw new Error(`the build has no ${screen}`);
	for (const key of keys) add(key);
}
const routes = readdirSync(`${ROOT}assets`).find((file) => /^routes-patient-\w+\.js$/.test(file));
files.add(`assets/${routes}`);

const { count, size } = await generateSW({
	swDest: `${ROOT}sw.js`,
	globDirectory: ROOT,
	globPatterns: [...files],
	inlineWorkboxRuntime: true,
	sourcemap: false,
	skipWaiting: true,
	clientsClaim: true,
	cleanupOutdatedCaches: true,
	directoryIndex: null,
	// Their names contain a content hash.
	dontCacheBustURLsMatching: /^assets\//,
	runtimeCaching: [
		{
			// Pages come from the network, with the server's headers for each of them. The cached shell is the patients'; the
			// other applications need a network.
			urlPattern: ({ request, url }) =>
				request.mode === "navigate" && !/^\/(api|clinic|ops|hotel)(\/|$)/.test(url.pathname),
			handler: "NetworkOnly",
			options: { precacheFallback: { fallbackURL: `/${SHELL}` } },
		},
		{
			urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
			handler: "CacheFirst",
			options: { cacheName: "assets", expiration: { maxEntries: 150 } },
		},
	],
});
if (count !== files.size) throw new Error(`${count} of ${files.size} files of the shell were found`);
console.log(`sw.js keeps ${count} files, ${Math.round(size / 1024)} KB`);
