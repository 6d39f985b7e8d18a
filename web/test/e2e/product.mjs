// The running product as the browser tests see it: its addresses, its inbox.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MESSAGE_WAIT_MS = 15_000;

export function required(name) {
	const value = process.env[name];
	if (!value) throw new Error(`set ${name}`);
	return value;
}

export const dev = JSON.parse(readFileSync(required("HYEOBOM_DEV_JSON"), "utf8"));
export const out = process.env.HYEOBOM_OUT ?? fileURLToPath(new URL("../../../out/e2e", import.meta.url));

export const digits = (count) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, "0");
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** An address of a tenant, of the first one when none is named. */
function address(path, host) {
	const url = new URL(path, dev.web);
	if (host) url.hostname = host;
	return url.href;
}

/** Opens an address and waits until the page has taken over from its prerendered look. */
export async function visit(page, path, host) {
	await page.goto(address(path, host), { waitUntil: "networkidle" });
}

/** The newest message to a number or an e-mail address in whose text `pattern` is found: what it found. */
export async function messageTo(to, pattern) {
	const until = Date.now() + MESSAGE_WAIT_MS;
	while (Date.now() < until) {
		const answer = await fetch(`${dev.inbox.replace(/\/$/, "")}/messages?to=${encodeURIComponent(to)}`);
		const messages = answer.ok ? await answer.json() : [];
		const found = messages
			.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))
			.map((message) => pattern.exec(message.text ?? ""))
			.filter(Boolean);
		if (found.length > 0) return found.at(-1)[0];
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error(`no message with ${pattern} came to ${to}`);
}

/** The code of the newest text message to a number. */
export const codeFor = (number) => messageTo(number, /\b\d{6}\b/);

/** Fails when a log of the product, its database included, holds one of the words. */
export function assertLogsWithout(words) {
	const dir = join(dirname(required("HYEOBOM_DEV_JSON")), "logs");
	const files = readdirSync(dir).filter((name) => name.endsWith(".log"));
	assert.ok(
		files.includes("api.log") && files.includes("worker.log"),
		"the logs are where they are looked for",
	);
	for (const file of files) {
		const lines = readFileSync(join(dir, file), "utf8").split("\n");
		for (const word of words) {
			const at = lines.findIndex((line) => line.includes(word));
			assert.equal(at, -1, `${file}:${at + 1} holds a person's data: ${word}`);
		}
	}
}
