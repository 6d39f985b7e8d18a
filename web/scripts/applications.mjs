// Splits the one build into the patients', the clinics', the operators' and the hotels' application. Each gets its own
// route table, its own styles, and its own fallback page for paths that are not prerendered. That page preloads the
// files of each path at once, which the browser would otherwise discover one after the other.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { build, minifySync } from "vite";
import { stylesOfPage } from "./page-styles.mjs";
import { startAfterPaint } from "./start.mjs";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const APP = fileURLToPath(new URL("../app", import.meta.url));
const STYLES = `${APP}/app.css`;
const FALLBACK = "__spa-fallback.html";
/** Folders of app/ with their own fallback page. The patients' page serves all other paths. */
const APPLICATIONS = { patient: FALLBACK, clinic: "__clinic.html", ops: "__ops.html", hotel: "__hotel.html" };
const ALL_SOURCES = '@import "tailwindcss" source("./");';
const STYLE = /(<style id="styles">)[\s\S]*?(<\/style>)/;
/** Lazy modules for signed-in users, by the route that imports them. */
const SIGNED_IN = {
	"patient/layouts/home-layout": "app/patient/layouts/bell.tsx",
	"patient/routes/home": "app/patient/features/home/today.tsx",
};

const read = (path) => readFileSync(ROOT + path, "utf8");

function only(list, what) {
	if (list.length !== 1) throw new Error(`the build has ${list.length} ${what}`);
	return list[0];
}

const manifestPath = `assets/${only(
	readdirSync(`${ROOT}assets`).filter((file) => /^manifest-\w+\.js$/.test(file)),
	"lists of routes",
)}`;
const manifestText = read(manifestPath);
const { routes, entry } = JSON.parse(
	manifestText.slice(manifestText.indexOf("{"), manifestText.lastIndexOf("}") + 1),
);
const pages = readdirSync(ROOT, { recursive: true })
	.filter((file) => file.endsWith(".html"))
	.map((file) => [file, read(file)])
	.filter(([, html]) => html.includes(manifestPath));
const fallback = read(FALLBACK);

/** The routes of an application, including the root. */
function routesOf(name) {
	const isOwn = ({ id }) =>
		id === "root" || id.startsWith(`${name}/`) || (name === "patient" && id.startsWith("shared/"));
	return Object.values(routes).filter(isOwn);
}

/** The router's data of a route, as small as possible, since every page loads it. */
function compact({ id, module, imports, css, ...route }) {
	if (css.length > 0) throw new Error(`${id} has a style sheet`);
	const [, name, hash] = /^\/assets\/(.+)-([\w-]{8})\.js$/.exec(module);
	const plain = { hasDefaultExport: true };
	const rest = Object.entries(route).filter(
		([key, value]) => !["parentId", "path"].includes(key) && value !== (plain[key] ?? false),
	);
	const isNamed = name === basename(id);
	return [
		id,
		route.parentId ?? 0,
		route.path ?? 0,
		isNamed ? hash : module,
		...(rest.length > 0 ? [Object.fromEntries(rest)] : []),
	];
}

/** The script with an application's routes for the router. */
function listOf(own, url) {
	const table = own.map(compact);
	const parents = [...new Set(table.map(([, parent]) => parent))];
	const rows = table.map(([id, parent, ...rest]) => [id, parents.indexOf(parent), ...rest]);
	return `const parents=${JSON.stringify(parents)},routes={};for(const[id,parent,path,file,more]of ${JSON.stringify(rows)})routes[id]={id,parentId:parents[parent]||undefined,path:path===0?undefined:path,module:file[0]==="/"?file:"/assets/"+id.split("/").pop()+"-"+file+".js",imports:[],css:[],hasDefaultExport:true,...more};window.__reactRouterManifest=${JSON.stringify({ entry: { ...entry, imports: [] }, url, version: url }).slice(0, -1)},routes};`;
}

const shortHash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

function writeList(name) {
	const own = routesOf(name);
	const path = `assets/routes-${name}-${shortHash(listOf(own, ""))}.js`;
	writeFileSync(ROOT + path, listOf(own, `/${path}`));
	return path;
}

/** The source files of an application, and those that they import. */
function sourcesOf(name) {
	const own = readdirSync(`${APP}/${name}`, { recursive: true }).map((file) => `${APP}/${name}/${file}`);
	const isCode = (file) => /(?<!\.test)\.tsx?$/.test(file);
	const found = new Set([`${APP}/root.tsx`, ...own.filter(isCode)]);
	for (const file of found) {
		for (const [, path] of readFileSync(file, "utf8").matchAll(
			/(?:from|import\(|import) ?"((?:~|\.)[^"]*)"/g,
		)) {
			const base = path[0] === "~" ? APP + path.slice(1) : resolve(dirname(file), path);
			const next = [".tsx", ".ts"].map((end) => base + end).find(existsSync);
			if (next) found.add(next);
		}
	}
	return found;
}

/** The styles of each application, from its own folder and what it shares with others. */
async function buildStyles() {
	const all = readFileSync(STYLES, "utf8");
	if (!all.startsWith(ALL_SOURCES)) throw new Error("app.css begins otherwise than known");
	const fileOf = (name) => `${APP}/${name}.css`;
	const names = Object.keys(APPLICATIONS);
	const { output } = await build({
		configFile: false,
		logLevel: "warn",
		plugins: [
			{
				name: "application-styles",
				resolveId: (id) => (names.some((name) => id === fileOf(name)) ? id : null),
				load(id) {
					const name = names.find((each) => id === fileOf(each));
					if (!name) return null;
					const sources = [...sourcesOf(name)].map((file) => `@source "${file}";`);
					return all.replace(ALL_SOURCES, `@import "tailwindcss" source(none); ${sources.join(" ")}`);
				},
			},
			tailwindcss(),
		],
		build: {
			target: ["es2022", "safari16.4"],
			write: false,
			rolldownOptions: { input: Object.fromEntries(names.map((name) => [name, fileOf(name)])) },
		},
	});
	return Object.fromEntries(
		names.map((name) => [
			name,
			only(
				output.filter(({ fileName }) => fileName.startsWith(`assets/${name}-`) && fileName.endsWith(".css")),
				`styles of ${name}`,
			).source.trim(),
		]),
	);
}

/** A route and its ancestors, the outermost last. */
const chain = (route) => (route ? [route, ...chain(routes[route.parentId])] : []);
const pathOf = (around) =>
	`/${around
		.map(({ path }) => path?.replace(/^\/|\/$/g, ""))
		.filter(Boolean)
		.reverse()
		.join("/")}`;
const isBuilt = (path) => pages.some(([file]) => file === `${path.slice(1)}/index.html`.replace(/^\//, ""));

const chunks = JSON.parse(read(".vite/manifest.json"));
/** The files of a chunk and its imports. */
function filesOf(key, found = new Set()) {
	const chunk = chunks[key];
	if (!chunk) throw new Error(`the build has no ${key}`);
	if (found.has(`/${chunk.file}`)) return found;
	found.add(`/${chunk.file}`);
	for (const next of chunk.imports ?? []) filesOf(next, found);
	return found;
}

/** A script that preloads the lazy modules of a page's routes for signed-in users. */
function signedInPreloads(html, ids) {
	const wanted = new Set(
		Object.entries(SIGNED_IN).flatMap(([id, key]) => (ids.includes(id) ? [...filesOf(key)] : [])),
	);
	const missing = [...wanted].filter((file) => !html.includes(file)).map((file) => basename(file, ".js"));
	if (missing.length === 0) return "";
	const data = JSON.stringify(missing.join(" "));
	return `if("signedIn"in document.documentElement.dataset)await preload(${data}.split(" "));`;
}

/** A script that preloads the terms banner if a change is announced. */
function bannerPreloads() {
	const names = [...filesOf("app/patient/layouts/upcoming-terms.tsx")].filter(
		(file) => !fallback.includes(file),
	);
	const data = JSON.stringify(names.map((file) => basename(file, ".js")));
	return `if("termsBanner"in document.documentElement.dataset)await preload(${data});`;
}

/** A script for a fallback page that preloads the files of the current path. */
function preloads(own) {
	const wanted = own
		.filter(({ path }) => path && path !== "/" && !path.includes("*"))
		.map(chain)
		.map((around) => [pathOf(around), around])
		.filter(([path]) => !isBuilt(path))
		// paths without a parameter first, since they are more specific
		.sort(([one], [other]) => one.split(":").length - other.split(":").length)
		.map(([path, around]) => [
			`^${path.replace(/:\w+/g, "[^/]+")}/?$`,
			[...new Set(around.flatMap(({ module, imports }) => [module, ...imports]))]
				.filter((file) => !fallback.includes(file))
				.map((file) => basename(file, ".js")),
		]);
	if (wanted.length === 0) throw new Error("no address needs files of its own");
	const files = [...new Set(wanted.flatMap(([, names]) => names))];
	const table = wanted.map(([path, names]) => [path, names.map((name) => files.indexOf(name))]);
	const data = [files.join(" "), table].map((part) => JSON.stringify(part).replaceAll("<", "\\u003c"));
	return `{const files=${data[0]}.split(" ");for(const[path,own]of ${data[1]})if(new RegExp(path).test(location.pathname)){await preload(own.map((at)=>files[at]));break}}`;
}

/** Matches the page's first script, to minify it. */
const FIRST_SCRIPT = /(<script>)(function missing[\s\S]*?)(<\/script>)/;
function minifyFirst(html) {
	if (!FIRST_SCRIPT.test(html)) throw new Error("a page lacks its first script");
	return html.replace(FIRST_SCRIPT, (_, start, code, end) => {
		const { code: small, errors } = minifySync("first.js", code, { module: false });
		if (errors.length > 0) throw new Error(`the first script: ${errors[0].message}`);
		return start + small.trim() + end;
	});
}

const styles = await buildStyles();
const sheet = `assets/styles-${shortHash(styles.patient)}.css`;
writeFileSync(ROOT + sheet, styles.patient);
for (const [name, page] of Object.entries(APPLICATIONS)) {
	const list = writeList(name);
	const own = routesOf(name);
	const finish = (html, css) => {
		if (!STYLE.test(html)) throw new Error("a page lacks styles");
		return minifyFirst(html)
			.replaceAll(manifestPath, list)
			.replace(STYLE, (_, start, end) => start + css + end);
	};
	if (name === "patient") {
		for (const [file, html] of pages) {
			if (file === FALLBACK) continue;
			const shown = own.filter(({ module }) => html.includes(`from "${module}"`)).map(({ id }) => id);
			const page = finish(html, stylesOfPage(html, styles.patient));
			writeFileSync(ROOT + file, startAfterPaint(page, signedInPreloads(html, shown), sheet));
		}
	}
	const everywhere =
		name === "patient" ? signedInPreloads(fallback, ["patient/layouts/home-layout"]) + bannerPreloads() : "";
	writeFileSync(ROOT + page, startAfterPaint(finish(fallback, styles[name]), preloads(own) + everywhere));
	console.log(`${page}: ${own.length} routes, ${styles[name].length} bytes of styles`);
}
rmSync(ROOT + manifestPath);
