// Writes into the page of addresses that are not built in advance which files each of them needs, so that a browser asks for
// all of them at once and not for each when the one before has named it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const PAGE = `${ROOT}__spa-fallback.html`;
const ANCHOR = '<link rel="modulepreload"';

const html = readFileSync(PAGE, "utf8");
const manifest = readdirSync(`${ROOT}assets`).find((file) => /^manifest-\w+\.js$/.test(file));
if (!manifest || !html.includes(ANCHOR)) throw new Error("the build has no manifest or its page no preloads");
const text = readFileSync(`${ROOT}assets/${manifest}`, "utf8");
const { routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));

/** A route and those around it, the outermost last. */
const chain = (route) => (route ? [route, ...chain(routes[route.parentId])] : []);
const pathOf = (around) =>
	`/${around
		.map(({ path }) => path?.replace(/^\/|\/$/g, ""))
		.filter(Boolean)
		.reverse()
		.join("/")}`;

const table = Object.values(routes)
	.map(chain)
	.map((around) => [pathOf(around), around])
	.filter(([path]) => path.includes(":"))
	.map(([path, around]) => [
		`^${path.replace(/:\w+/g, "[^/]+")}/?$`,
		[...new Set(around.flatMap(({ module, imports }) => [module, ...imports]))].filter(
			(file) => !html.includes(file),
		),
	]);
if (table.length === 0) throw new Error("no address has a parameter");

const script = `for(const[at,files]of ${JSON.stringify(table).replaceAll("<", "\\u003c")})if(new RegExp(at).test(location.pathname))for(const file of files){const link=document.createElement("link");link.rel="modulepreload";link.href=file;document.head.append(link)}`;
writeFileSync(PAGE, html.replace(ANCHOR, `<script>${script}</script>${ANCHOR}`));
console.log(`the page of ${table.length} addresses names their files`);
