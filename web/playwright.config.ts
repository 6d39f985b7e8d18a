import { defineConfig } from "@playwright/test";
import type { Options } from "./test/e2e/fixtures";

/** Browser journeys through the whole product. `./task e2e` starts them. */
export default defineConfig<Options>({
	testDir: "test/e2e",
	outputDir: "../out/e2e/results",
	timeout: 300_000,
	// on two cores, three browsers share the time with the whole product
	expect: { timeout: 15_000, toPass: { timeout: 30_000 } },
	// a journey waits a lot; each has its own people, and only one pauses a queue
	workers: 3,
	reporter: [["list"]],
	// recording a trace takes a tenth of a journey, so only the repetition of a failed one has it; it fails all the same
	retries: 1,
	failOnFlakyTests: true,
	use: {
		// Tests cannot intercept what a service worker responds.
		serviceWorkers: "block",
		launchOptions: {
			executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--disable-component-update",
				"--disable-sync",
			],
		},
		actionTimeout: 30_000,
		navigationTimeout: 30_000,
		// without a film strip, whose frames take as long as the journey
		trace: { mode: "on-first-retry", screenshots: false },
		screenshot: "only-on-failure",
	},
	projects: [
		{ name: "ko", use: { language: "ko" } },
		{ name: "en", use: { language: "en" } },
	],
});
