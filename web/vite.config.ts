import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { type Connect, defineConfig, type Plugin, type Rolldown } from "vite";

/** The offline mode's simulated providers redirect back. The mock worker does not see navigations, so the server does it. */
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

/** The offline mode's card provider: a page with buttons to pay, cancel and so on, which redirects back like the API. */
const checkout: Connect.NextHandleFunction = (_request, response) => {
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.end(readFileSync(fileURLToPath(new URL("./mocks/checkout.html", import.meta.url))));
};

/** The offline mode's documents: an empty PDF to download. */
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
 * If a route's code cannot be loaded, the router reloads the page endlessly. This dispatches an event instead: the
 * page's first script (`START_GUARD`) reloads once, then shows a message.
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
 * Smaller builds of libraries for browsers: the router without development warnings, and React's own hook instead of
 * its shim for older versions.
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

/** Replacements for modules of React Aria. None of our languages is written from right to left. */
const LANGUAGE_MODULES: Record<string, string> = {
	useDefaultLocale: 'export const useDefaultLocale = () => ({ locale: "ko-KR", direction: "ltr" });',
	utils: "export const isRTL = () => false;",
};
const LANGUAGE_MODULE = /^\.\/(useDefaultLocale|utils)(\.m?js)?$/;
const REPLACED = "\0language:";

/**
 * React Aria reads the browser's language as soon as its module runs, which loads the tables of every language: a tenth
 * of a second on a mid-range phone. Each page sets its language (`I18nProvider` in root.tsx), so the result is never
 * used.
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
/** Entry modules of every page. */
const ROOTS = [`${APP}/entry.client.tsx`, `${APP}/root.tsx?__react-router-build-client-route`];
/** The layout of most patients' pages. */
const FRAME = `${APP}/patient/layouts/home-layout.tsx`;
/** A text field, which every form loads together with its imports. */
const FIELD = `${APP}/shared/ui/text-field.tsx`;
/** Used by most pages, and smaller than a request. */
const USED_BY_MOST = ["shared/lib/redirect.ts", "shared/lib/use-redirect.ts"];
/**
 * Modules that screens use together, and that import only what every page has or what is named here: one chunk instead
 * of several that are smaller than a request. A name must follow `core` and `libraries` in the alphabet: the groups are
 * formed in this order, and each takes what its modules import.
 */
const TOGETHER: Record<string, readonly string[]> = {
	parts: [
		"shared/lib/korea.ts",
		"shared/ui/badge.tsx",
		"shared/ui/button.tsx",
		"shared/ui/error-notice.tsx",
		"shared/ui/error-state.tsx",
		"shared/ui/notice.tsx",
		"shared/ui/unsaved-input.ts",
		"shared/api/problem-text.ts",
		"shared/lib/random-key.ts",
	],
	screen: [
		"domain/tci/grade.ts",
		"shared/api/skip-without.ts",
		"shared/ui/dialog.tsx",
		"shared/ui/lazy-part.tsx",
		"shared/ui/segmented-control.tsx",
	],
	photo: ["domain/tongue/photo-error.ts", "shared/image/compress.ts", "shared/image/store.ts"],
	sending: [
		"domain/tci/order.ts",
		"locales/ko/selfCheck.json",
		"patient/features/self-check/send-photo.ts",
		"patient/features/self-check/use-send-photo.ts",
	],
	tongueView: [
		"domain/tci/explain.ts",
		"domain/tongue/advice-list.tsx",
		"domain/tongue/cell-change.tsx",
		"domain/tongue/cell-legend.tsx",
		"domain/tongue/photo-frame.tsx",
		"domain/tongue/photo-mode-switch.tsx",
		"domain/tongue/status-badge.tsx",
		"domain/tongue/tongue-photo.tsx",
	],
	rules: ["domain/person/password.ts", "domain/person/person-fields.ts", "shared/lib/text-rules.ts"],
	signIn: [
		"patient/features/sign-in/auth-links.tsx",
		"patient/features/sign-in/schema.ts",
		"patient/features/sign-in/sign-in-notice.tsx",
	],
	people: [
		"domain/person/person-label.tsx",
		"patient/lib/people.ts",
		"patient/session/unread-notifications.ts",
		"patient/ui/person-switch.tsx",
	],
};
/** Placeholders of lazy fields. */
const PLACES = ["date-field.tsx", "field-skeleton.tsx", "segmented-radio-group.tsx"].map(
	(file) => `${APP}/shared/ui/${file}`,
);
/** Chunk name by module. */
const chunkNames = new Map<string, string>();

type Modules = { getModuleInfo: Rolldown.GetModuleInfo };

/** Used only for offline results, although the library's index exports it to everybody. */
const LATER = /query-core\/build\/modern\/hydration\.js$/;

/** The modules and their imports, except for those loaded later. */
function reach(roots: readonly string[], modules: Modules): Set<string> {
	const found = new Set(roots);
	for (const id of found)
		for (const next of modules.getModuleInfo(id)?.importedIds ?? []) if (!LATER.test(next)) found.add(next);
	return found;
}

/**
 * Bundles what every page loads into two chunks, the libraries and the app's own code, instead of thirty that are
 * smaller than a request. They include what the patients' layout shares with the other applications. A field is one
 * chunk, too.
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

/** Loaded on every page before any of its code runs. */
const LOADED = /\/(core|libraries|rolldown-runtime)-[\w-]+\.js$/;

/**
 * The chunks to preload with a lazy chunk. Omits loaded ones, because checking for them at run time takes as long as a
 * request.
 */
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
	// Listed, because discovering them on the first visit would reload the page under the mock worker.
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
			"react-aria-components/Menu",
			"react-aria-components/Popover",
			"react-aria-components/RadioGroup",
			"react-aria-components/Slider",
			"react-aria-components/Switch",
			"react-aria-components/Text",
			"react-aria-components/TextArea",
			"react-aria-components/TextField",
			"react-aria-components/ToggleButton",
			"react-easy-crop",
			"uqr",
			"valibot",
			"msw",
			"msw/browser",
			"openapi-msw",
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
