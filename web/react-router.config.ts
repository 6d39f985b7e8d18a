import type { Config } from "@react-router/dev/config";
import { PRERENDERED } from "./app/route-table";

export default {
	ssr: false,
	prerender: PRERENDERED,
	future: { v8_splitRouteModules: true, v8_viteEnvironmentApi: true, v8_middleware: true },
} satisfies Config;
