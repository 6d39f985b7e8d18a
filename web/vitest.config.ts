import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
	oxc: { jsx: { runtime: "automatic" } },
	resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
	test: {
		environment: "jsdom",
		environmentOptions: { jsdom: { url: "http://localhost/" } },
		setupFiles: ["./test/setup.ts"],
		include: ["app/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
		// One environment for all files of a worker, in half of the time: setup.ts resets what the app and the mocks keep,
		// and `vi.mock`, which would reach the other files, is replaced by `vi.spyOn`.
		isolate: false,
		restoreMocks: true,
		testTimeout: 30_000,
		// by default Vitest leaves one core for an editor
		maxWorkers: "100%",
	},
});
