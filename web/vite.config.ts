import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { type Connect, defineConfig, type Plugin } from "vite";

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
			}
			server.middlewares.use("/mockServiceWorker.js", (_request, response) => {
				response.setHeader("Content-Type", "text/javascript");
				response.end(readFileSync(file));
			});
		},
	};
}

const SHARED =
	/(\/app\/(i18n\/(i18n|language)|route-table|lib\/(session|session-state|draft|header-state|tenant|redirect|cookies|sub-domain|api\/client)|locales\/ko\/common|shell\/(header|footer|main|offline-bar|user-menu|use-scrolled|document-title|crash-screen)|ui\/(language-switch|icons|button-style|message-screen|skeleton|tongue-mark))\.\w+$)|\/node_modules\/(openapi-fetch\/|react-i18next\/|react-dom\/(index|cjs\/react-dom\.production)\.js)/;

/** Small things that many screens share: one file each, because every file is named in the list that all visitors load. */
const BITS =
	/\/app\/(ui\/(ring|notice|button|badge|load-problem|sheet|radio-row|tool-icons)|lib\/(random-key|api\/problem))\.\w+$/;
/** What forms check. */
const RULES =
	/\/app\/(lib\/(text-rules|password|person|person-fields)|features\/account\/problem-text)\.\w+$|\/node_modules\/valibot\//;
/** The server's state, of which each screen would take a part of its own. */
const QUERY =
	/\/app\/lib\/(api\/queries|image\/store|save-file)\.\w+$|\/node_modules\/(@tanstack|openapi-react-query)\//;
const DESK =
	/\/app\/(features\/clinic\/(problem-text|desk-page|door-frame|staff-query)|lib\/staff-session|locales\/ko\/clinic)\.\w+$/;
/** All of the claims but what stands on the form controls, whose code would come along. */
const INSURANCE =
	/\/app\/(features\/insurance\/(?!wizard|info-step|documents-step|options-part|schema|insurer|consent|public-note)[\w-]+|locales\/ko\/insurance)\.\w+$/;
/** What patients and clinics share about claims. */
const CLAIMS =
	/\/app\/(lib\/insurance\/[\w-]+|ui\/(facts|check-card|select-field|step-indicator|date-field))\.\w+$/;
const TONGUE =
	/\/app\/(ui\/tongue\/(?!crop-sheet|cell-change|failure-words)[\w-]+|lib\/tci\/[\w-]+|locales\/ko\/tongue)\.\w+$/;

export default defineConfig({
	plugins: [
		mockWorker(),
		{ ...optimizeLocales.vite({ locales: ["ko-KR", "en-US"] }), enforce: "pre" },
		tailwindcss(),
		reactRouter(),
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
			"@tanstack/react-query",
			"react-aria-components/FieldError",
			"react-aria-components/Form",
			"react-aria-components/I18nProvider",
			"react-aria-components/Input",
			"react-aria-components/Label",
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
		modulePreload: { polyfill: false },
		manifest: true,
		assetsInlineLimit: 0,
	},
	environments: {
		client: {
			build: {
				// What many screens use travels in few files: fewer requests, and they pack better.
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								{ name: "app", test: SHARED },
								{ name: "bits", test: BITS },
								{ name: "rules", test: RULES },
								{ name: "query", test: QUERY },
								{ name: "desk", test: DESK },
								{ name: "insurance", test: INSURANCE },
								{ name: "claims", test: CLAIMS },
								{ name: "tongue", test: TONGUE },
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
