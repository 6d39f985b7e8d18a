// Lets a page load its code after its first paint. The content of a page is in its HTML; scripts that the browser loads
// and runs before it paints would delay that content.
import { basename } from "node:path";
import { minifySync } from "vite";

const CODE = /<script type="module" async="">import "([^"]+)";\n([\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="\/assets\/([^"]+)\.js"\/>/g;
/** Large chunks that are evaluated first, each in its own task, so that the page can react in between. */
const LARGE = /^(?:core|libraries)-/;
/** Maximum wait, after the first paint, for responses that the first script handles. */
const MAX_WAIT_MS = 200;
/** Maximum further wait for the photo of a result, with which the page's code would compete for a slow connection. */
const MAX_PHOTO_WAIT_MS = 300;

const nameOf = (file) => basename(file, ".js");

/** The names of the files in the router's script that starts a page. */
function parse(html) {
	const [script, list, code] = CODE.exec(html) ?? [];
	const modules = /window\.__reactRouterRouteModules = \{([^}]*)\};/.exec(code)?.[1];
	const entry = /\nimport\("([^"]+)"\);/.exec(code)?.[1];
	if (!modules || !entry) throw new Error("a page starts otherwise than known");
	const fileOf = Object.fromEntries(
		[...code.matchAll(/import \* as (\w+) from "([^"]+)";/g)].map(([, name, file]) => [name, file]),
	);
	const routes = modules.split(",").map((pair) => {
		const [id, name] = pair.split(/(?<="):/);
		return [JSON.parse(id), nameOf(fileOf[name])];
	});
	return { script, list: nameOf(list), routes, entry: nameOf(entry) };
}

/**
 * Runs after the first paint. Each step is a task of its own, so that the page can react in between: a few preloads, the
 * evaluation of a large chunk, of a route's module, and the first rendering. In a hidden tab, whose timers take a second,
 * it is one task.
 */
const START = `const turn=()=>document.hidden?0:new Promise((done)=>setTimeout(done));
const fileOf=(name)=>"/assets/"+name+".js";
const load=async(name)=>{const module=await import(fileOf(name));await turn();return module};
const preload=async(names)=>{for(const[at,name]of names.entries()){if(at%8===7)await turn();
const link=document.createElement("link");link.rel="modulepreload";link.href=fileOf(name);document.head.append(link)}};`;
/** Loads the styles that the page itself does not need, before anything is rendered that may need them. */
const LOAD_SHEET = `const styled=new Promise((done,fail)=>{const link=document.createElement("link");link.rel="stylesheet";
link.onload=done;link.onerror=fail;link.href=SHEET;document.head.append(link)});`;

/**
 * The page with its code loaded after the first paint, or at once in a tab that is not shown. `more` is a script with
 * calls of `preload` for what the page needs besides the files that it names. `sheet` is the path of the styles that the
 * page lacks, if it lacks any.
 */
export function startAfterPaint(html, more, sheet) {
	const { script, list, routes, entry } = parse(html);
	const files = [...html.matchAll(PRELOAD)].map(([, name]) => name);
	const large = files.filter((name) => LARGE.test(name));
	if (large.length !== 2) throw new Error(`a page has ${large.length} large chunks`);
	const data = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
	const code = `{${START}
const start=async()=>{try{await Promise.race([globalThis.earlyPhoto,new Promise((done)=>setTimeout(done,${MAX_PHOTO_WAIT_MS}))]);
${sheet ? LOAD_SHEET.replace("SHEET", data(`/${sheet}`)) : ""}await preload(${data(files)});${more}
for(const name of ${data([list, ...large])})await load(name);
const modules={};for(const[id,name]of ${data(routes)})modules[id]=await load(name);
${sheet ? "await styled;" : ""}window.__reactRouterRouteModules=modules;await load(${data(entry)})}catch(error){missing();throw error}};
if(document.hidden)start();
else requestAnimationFrame(()=>globalThis.requestIdleCallback?requestIdleCallback(start,{timeout:${MAX_WAIT_MS}}):setTimeout(start))}`;
	const { code: small, errors } = minifySync("start.js", code, { module: false });
	if (errors.length > 0) throw new Error(`the start script: ${errors[0].message}`);
	return html.replaceAll(PRELOAD, "").replace(script, () => `<script>${small.trim()}</script>`);
}
