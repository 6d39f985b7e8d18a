import { afterEach, expect, it, vi } from "vitest";
// @ts-expect-error: a build script, without types
import { startAfterPaint } from "../scripts/start.mjs";

const PAGE = `<link rel="modulepreload" href="/assets/core-a.js"/><link rel="modulepreload" href="/assets/libraries-b.js"/>
<script type="module" async="">import "/assets/routes-c.js";
import * as route0 from "/assets/root-d.js";
window.__reactRouterRouteModules = {"root":route0};
import("/assets/entry-e.js");</script>`;

const preloads = () => document.head.querySelectorAll('link[rel="modulepreload"]').length;

afterEach(() => {
	globalThis.earlyPhoto = undefined;
	for (const link of document.head.querySelectorAll("link")) link.remove();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** Runs a page's start script, whose imports never end here. */
async function start() {
	vi.stubGlobal("requestAnimationFrame", (run: () => void) => run());
	vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
	vi.stubGlobal("load", () => new Promise(() => {}));
	const code = /<script>([\s\S]*)<\/script>/.exec(startAfterPaint(PAGE, "", null))?.[1] ?? "";
	new Function(code.replaceAll("import(", "load("))();
	await vi.advanceTimersByTimeAsync(0);
}

it("code_waits_a_moment_for_the_photo", async () => {
	vi.useFakeTimers();
	globalThis.earlyPhoto = new Promise(() => {});
	await start();
	expect(preloads()).toBe(0);
	await vi.advanceTimersByTimeAsync(300);
	expect(preloads()).toBe(2);
});

it("code_without_a_photo_waits_for_nothing", async () => {
	vi.useFakeTimers();
	await start();
	expect(preloads()).toBe(2);
});
