// The running product for the browser tests: its URLs and its inbox.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";

// another journey may have paused the queue of messages meanwhile
const MESSAGE_WAIT_MS = 60_000;
export const DAY_MS = 24 * 60 * 60 * 1000;

export function required(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`set ${name}`);
	return value;
}

/** A user of the demo hotel group. */
export interface HotelUser {
	loginId: string;
	password: string;
	role: string;
}

/** The output of `sandbox dev`: where the product runs. */
interface Product {
	web: string;
	inbox: string;
	opsWeb: string;
	operators: { loginId: string; password: string; role: string }[];
	staff: { loginId: string; password: string; host?: string }[];
	hotel: { host: string; users: HotelUser[]; apiKey: { key: string; serials: string[] } };
}

export const dev: Product = JSON.parse(readFileSync(required("HYEOBOM_DEV_JSON"), "utf8"));
export const out = process.env.HYEOBOM_OUT ?? fileURLToPath(new URL("../../../out/e2e", import.meta.url));

export const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, "0");
export const button = (page: Page | Locator, name: string | RegExp) =>
	page.getByRole("button", { name, exact: true });
export const textbox = (page: Page | Locator, name: string) =>
	page.getByRole("textbox", { name, exact: true });

/** A URL of a tenant, by default the first one. */
function address(path: string, host?: string): string {
	const url = new URL(path, dev.web);
	if (host) url.hostname = host;
	return url.href;
}

/**
 * Runs in the page. Whether React handles its events, and its texts are in the chosen language. Before the hydration
 * ends, submit buttons are disabled and Enter does nothing.
 */
function isHydrated(): boolean {
	const hasRoot = Object.keys(document).some((key) => key.startsWith("__reactContainer"));
	const submits = [...document.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
	const isEnabled = submits.length === 0 || submits.some(({ disabled }) => !disabled);
	const isEnglish = localStorage.getItem("language") === "en";
	return hasRoot && isEnabled && (!isEnglish || document.documentElement.lang === "en");
}

/** Opens a path or a URL, and waits until the page is hydrated: a slow machine runs its code after the last request. */
export async function visit(page: Page, path: string, host?: string): Promise<void> {
	await page.goto(address(path, host), { waitUntil: "networkidle" });
	await page.waitForFunction(isHydrated);
}

/** Waits for a message to a number or e-mail address that matches `pattern`; returns the match of the newest one. */
export async function messageTo(to: string, pattern: RegExp): Promise<string> {
	const until = Date.now() + MESSAGE_WAIT_MS;
	while (Date.now() < until) {
		const response = await fetch(`${dev.inbox.replace(/\/$/, "")}/messages?to=${encodeURIComponent(to)}`);
		const messages: { at: string; text?: string }[] = response.ok ? await response.json() : [];
		const found = messages
			.sort((a, b) => String(a.at).localeCompare(String(b.at)))
			.map((message) => pattern.exec(message.text ?? ""))
			.filter(Boolean);
		const newest = found.at(-1);
		if (newest) return newest[0];
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error(`no message with ${pattern} came to ${to}`);
}

/** The code of the newest SMS to a number. */
export const codeFor = (number: string) => messageTo(number, /\b\d{6}\b/);

/** Fails if a log of the product, including its database, contains one of the words. */
export function expectLogsWithout(words: readonly string[]): void {
	const dir = join(dirname(required("HYEOBOM_DEV_JSON")), "logs");
	const files = readdirSync(dir).filter((name) => name.endsWith(".log"));
	expect(files).toEqual(expect.arrayContaining(["api.log", "worker.log"]));
	for (const file of files) {
		const lines = readFileSync(join(dir, file), "utf8").split("\n");
		for (const word of words) {
			const found = lines.findIndex((line) => line.includes(word));
			expect(found, `${file}:${found + 1} holds a person's data: ${word}`).toBe(-1);
		}
	}
}

/** A staff member of the demo clinic. */
export function staffMember(loginId: string) {
	const found = dev.staff.find((each) => each.loginId === loginId);
	if (!found) throw new Error(`dev.json names no ${loginId}`);
	return found;
}

/** The demo clinic's host. */
export function clinicHost(): string | undefined {
	const { host } = staffMember("admin01");
	return host ? new URL(`http://${host}`).hostname : undefined;
}

/** A user of the demo hotel group. */
export function hotelUser(loginId: string): HotelUser {
	const found = dev.hotel.users.find((each) => each.loginId === loginId);
	if (!found) throw new Error(`dev.json names no ${loginId}`);
	return found;
}

/** The demo hotel group's host. */
export const hotelHost = (): string => new URL(`http://${dev.hotel.host}`).hostname;

/** The demo operator of a role. */
export function operatorOf(role: string) {
	const found = dev.operators.find((each) => each.role === role);
	if (!found) throw new Error(`dev.json names no operator of role ${role}`);
	return found;
}

/** The operators' host. */
export const opsHost = (): string => new URL(dev.opsWeb).hostname;

/**
 * Types into the first combobox and selects the first option with the name. By keyboard, because the list moves under a
 * pointer until it is positioned.
 */
export async function choose(page: Page, typed: string, name: string): Promise<void> {
	const field = page.getByRole("combobox").first();
	await field.fill(typed);
	const option = page.getByRole("option", { name }).first();
	await option.waitFor();
	// while the search runs, the list still has other options
	await expect(async () => {
		await field.press("ArrowDown");
		const id = (await option.getAttribute("id", { timeout: 2_000 })) ?? "";
		await expect(field).toHaveAttribute("aria-activedescendant", id, { timeout: 2_000 });
	}).toPass();
	await field.press("Enter");
	// while the list is open, the rest of the page is hidden from roles
	await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** Checks every box. Boxes are rendered together with `submit`, and one whose consent is already given can go later. */
export async function checkAll(page: Page, submit: Locator): Promise<void> {
	await submit.waitFor();
	const boxes = page.getByRole("checkbox");
	await expect(async () => {
		for (const box of await boxes.all()) await box.check({ timeout: 2_000 });
		await expect(page.getByRole("checkbox", { checked: false })).toHaveCount(0, { timeout: 2_000 });
	}).toPass();
}
