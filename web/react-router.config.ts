import type { Config } from "@react-router/dev/config";

/** Built to HTML ahead of time: what these screens show first holds nobody's data. */
const PRERENDERED = [
	"/",
	"/auth/signin",
	"/auth/signup",
	"/auth/signup/form",
	"/auth/find-id",
	"/auth/find-password",
	"/auth/success",
	"/auth/fail",
	"/auth/welcome",
	"/self-check",
	"/invites",
	"/terms",
	"/privacy",
	"/about-ai",
	"/goodbye",
];

export default {
	ssr: false,
	prerender: PRERENDERED,
	future: { v8_splitRouteModules: true, v8_viteEnvironmentApi: true, v8_middleware: true },
} satisfies Config;
