import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { type Connect, defineConfig, type Plugin, type Rolldown } from "vite";

/** The offline mode's providers: the mock worker sees no page being opened, so they lead back from here. */
const leadBack: Connect.NextHandleFunction = (request, response, next) => {
	const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
	const redirect = searchParams.get("redirect");
	const back: Record<string, [string, Record<string, string>]> = {
		"/social/kakao/start": ["/auth/signup/form", { social: "mock-social" }],
		"/social/naver/start": ["/auth/signin", { error: "social_denied" }],
		"/identity/start": ["/auth/success", { identityVerificationId: "mock-identity" }],
	};
	const found = back[pathname];
	if (!found) return next();
	const query = new URLSearchParams({ ...found[1], ...(redirect ? { redirect } : {}) });
	response.writeHead(303, { Location: `${found[0]}?${query}` }).end();
};

/** The offline mode's card provider: a page whose buttons pay, cancel and so on, and lead back as the API does. */
const checkout: Connect.NextHandleFunction = (_request, response) => {
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.end(readFileSync(fileURLToPath(new URL("./mocks/checkout.html", import.meta.url))));
};

/** The offline mode's documents: a PDF of nothing, to be saved. */
const mockDocument: Connect.NextHandleFunction = (_request, response) => {
	response.setHeader("Content-Type", "application/pdf");
	response.setHeader("Content-Disposition", 'attachment; filename="detailed-statement-72.pdf"');
	response.end("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF");
};

/** Serves the mock worker to the development server only, so that it never reaches a build. */
function mockWorker(): Plugin {
	return {
		name: "mock-worker",
		apply: "serve",
		configureServer(server) {
			const file = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
			if (process.env.VITE_MOCK) {
				server.middlewares.use("/api/v1/patients", leadBack);
				server.middlewares.use("/mock-checkout", checkout);
				server.middlewares.use("/mock-document", mockDocument);
			}
			server.middlewares.use("/mockServiceWorker.js", (_request, response) => {
				response.setHeader("Content-Type", "text/javascript");
				response.end(readFileSync(file));
			});
		},
	};
}

const RELOAD = "window.location.reload();\n    return new Promise(";
const MISSING_CODE = 'window.dispatchEvent(new Event("missing-code"));\n    return new Promise(';

/**
 * Where a route's code does not come, the router reloads the page again and again without end. Here it tells the page's
 * first script (`START_GUARD`), which does so once and then says what is missing.
 */
function failingRoutes(): Plugin {
	let isFound = false;
	return {
		name: "failing-routes",
		apply: "build",
		transform(code) {
			if (!code.includes("Error loading route module") || !code.includes(RELOAD)) return null;
			isFound = true;
			return { code: code.replace(RELOAD, MISSING_CODE), map: null };
		},
		buildEnd(error) {
			if (!error && this.environment.name === "client" && !isFound)
				this.error("the router reloads otherwise than known");
		},
	};
}

/**
 * Smaller copies of libraries for browsers: the router without its warnings for developers, and React's own hook in place of
 * one for older versions of it.
 */
function smallerLibraries(): Plugin {
	const router = createRequire(import.meta.url)
		.resolve("react-router/package.json")
		.replace("package.json", "dist/production");
	const copies: Record<string, string> = {
		"react-router": `${router}/index.mjs`,
		"react-router/dom": `${router}/dom-export.mjs`,
	};
	return {
		name: "smaller-libraries",
		apply: "build",
		enforce: "pre",
		applyToEnvironment: ({ name }) => name === "client",
		resolveId(id, importer) {
			if (/^use-sync-external-store\/shim(\/index\.js)?$/.test(id)) return this.resolve("react", importer);
			return copies[id] ?? null;
		},
	};
}

/** By module of React Aria, what stands in its place: no language of ours is written from right to left. */
const LANGUAGE_MODULES: Record<string, string> = {
	useDefaultLocale: 'export const useDefaultLocale = () => ({ locale: "ko-KR", direction: "ltr" });',
	utils: "export const isRTL = () => false;",
};
const LANGUAGE_MODULE = /^\.\/(useDefaultLocale|utils)(\.m?js)?$/;
const REPLACED = "\0language:";

/**
 * React Aria asks the browser for its language as soon as its code runs, which loads the tables of every language: a tenth of a
 * second on a mid phone. Each page names its language (`I18nProvider` in root.tsx), so that the answer is never used.
 */
function noDefaultLocale(): Plugin {
	const found = new Set<string>();
	return {
		name: "no-default-locale",
		apply: "build",
		enforce: "pre",
		applyToEnvironment: ({ name }) => name === "client",
		resolveId(id, importer) {
			const name = LANGUAGE_MODULE.exec(id)?.[1];
			if (!name || !/\/react-aria\/dist\/private\/i18n\//.test(importer ?? "")) return null;
			found.add(name);
			return REPLACED + name;
		},
		load: (id) => (id.startsWith(REPLACED) ? LANGUAGE_MODULES[id.slice(REPLACED.length)] : null),
		buildEnd(error) {
			if (!error && found.size < Object.keys(LANGUAGE_MODULES).length)
				this.error("React Aria finds its default language otherwise than known");
		},
	};
}

const APP = fileURLToPath(new URL("./app", import.meta.url));
/** Where every page begins. */
const ROOTS = [`${APP}/entry.client.tsx`, `${APP}/root.tsx?__react-router-build-client-route`];
/** The frame of most patients' pages. */
const FRAME = `${APP}/patient/layouts/home-layout.tsx`;
/** A field and what it is made of, which every form loads. */
const FIELD = `${APP}/shared/ui/text-field.tsx`;
/** Used by most pages, and smaller than a request. */
const USED_BY_MOST = ["shared/lib/redirect.ts", "shared/lib/use-redirect.ts"];
/** What screens use together and what imports nothing but what every page has: one file in place of several small ones. */
const TOGETHER: Record<string, readonly string[]> = {
	parts: [
		"shared/ui/badge.tsx",
		"shared/ui/button.tsx",
		"shared/ui/error-state.tsx",
		"shared/ui/notice.tsx",
		"shared/api/problem-text.ts",
		"shared/lib/random-key.ts",
	],
	people: [
		"domain/person/person-label.tsx",
		"patient/lib/people.ts",
		"patient/session/unread-notifications.ts",
	],
};
/** The places of fields whose code is fetched when they are shown. */
const PLACES = ["date-field.tsx", "field-skeleton.tsx", "segmented-radio-group.tsx"].map(
	(file) => `${APP}/shared/ui/${file}`,
);
/** By module, the file that it comes in. */
const chunkNames = new Map<string, string>();

type Modules = { getModuleInfo: Rolldown.GetModuleInfo };

/** Used by the offline results alone, though the library's index names it to everybody. */
const LATER = /query-core\/build\/modern\/hydration\.js$/;

/** The modules and what they import, but for what is fetched later. */
function reach(roots: readonly string[], modules: Modules): Set<string> {
	const found = new Set(roots);
	for (const id of found)
		for (const next of modules.getModuleInfo(id)?.importedIds ?? []) if (!LATER.test(next)) found.add(next);
	return found;
}

/**
 * What every page loads comes in two files, the libraries and the app's own, in place of thirty that are smaller than the
 * request for them. What the patients' frame shares with the other applications is among it. A field comes in one file too.
 */
function nameChunks(modules: Modules): void {
	for (const [name, files] of Object.entries(TOGETHER))
		for (const file of files) chunkNames.set(`${APP}/${file}`, name);
	for (const id of reach([FIELD], modules)) chunkNames.set(id, "field");
	const everywhere = (id: string) => (id.includes("node_modules") ? "libraries" : "core");
	for (const id of reach([FRAME], modules))
		chunkNames.set(id, id.startsWith(`${APP}/patient/`) ? "frame" : everywhere(id));
	for (const id of reach(ROOTS, modules)) chunkNames.set(id, everywhere(id));
	for (const file of USED_BY_MOST) chunkNames.set(`${APP}/${file}`, "core");
	for (const id of ROOTS) chunkNames.delete(id);
}

function chunkOf(id: string, modules: Modules): string | null {
	if (chunkNames.size === 0) nameChunks(modules);
	return chunkNames.get(id) ?? null;
}

/** What every page has loaded before any of its code runs. */
const LOADED = /\/(core|libraries|rolldown-runtime)-[\w-]+\.js$/;

/** What is asked for together with code that is fetched later. To find out whether that is there takes as long as a request. */
function missingOf(file: string, needed: readonly string[]): string[] {
	const missing = needed.filter((each) => !LOADED.test(each));
	return missing.every((each) => each === file) ? [] : missing;
}

export default defineConfig({
	plugins: [
		mockWorker(),
		{ ...optimizeLocales.vite({ locales: ["ko-KR", "en-US"] }), enforce: "pre" },
		tailwindcss(),
		reactRouter(),
		failingRoutes(),
		smallerLibraries(),
		noDefaultLocale(),
	],
	// Named, because finding them on the first visit would reload the page under the mock worker.
	optimizeDeps: {
		include: [
			"react",
			"react/jsx-runtime",
			"react/jsx-dev-runtime",
			"react-dom/client",
			"react-router",
			"react-router/dom",
			"i18next",
			"react-i18next",
			"openapi-fetch",
			"openapi-react-query",
			"@hookform/resolvers/valibot",
			"@tanstack/react-query",
			"react-hook-form",
			"@internationalized/date",
			"react-aria-components/Button",
			"react-aria-components/ComboBox",
			"react-aria-components/DateField",
			"react-aria-components/FieldError",
			"react-aria-components/Form",
			"react-aria-components/I18nProvider",
			"react-aria-components/Input",
			"react-aria-components/Label",
			"react-aria-components/ListBox",
			"react-aria-components/Popover",
			"react-aria-components/RadioGroup",
			"react-aria-components/Text",
			"react-aria-components/TextField",
			"react-easy-crop",
			"uqr",
			"valibot",
			"msw",
			"msw/browser",
		],
	},
	resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
	build: {
		target: ["es2022", "safari16.4"],
		modulePreload: { polyfill: false, resolveDependencies: missingOf },
		manifest: true,
		assetsInlineLimit: 0,
	},
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								{ name: chunkOf, priority: 2 },
								{ name: (id) => (PLACES.includes(id) ? "places" : null), priority: 1 },
							],
						},
					},
				},
			},
		},
	},
	server: {
		proxy: { "/api": process.env.HYEOBOM_API ?? "http://127.0.0.1:8080" },
	},
});
