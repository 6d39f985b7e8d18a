import type { Config } from "@react-router/dev/config";

/** Screens that are prerendered to HTML; their first view contains nobody's data. */
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
