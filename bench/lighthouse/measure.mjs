// Measures Lighthouse's medians of four patient screens on its simulated mid-range phone with slow 4G, each in a fresh
// browser, and the slowest response to a press (INP) on two screens. Prints JSON on the last line.
//   HYEOBOM_DEV_JSON  the running product; HYEOBOM_PHOTO  a JPEG of a tongue
//   measure.mjs [RUNS]
import { readFileSync } from "node:fs";
import lighthouse, { startFlow } from "lighthouse";
import puppeteer from "puppeteer-core";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PASSWORD = "hyeobom1!";
const runs = Number(process.argv[2] ?? 5);
const dev = JSON.parse(readFileSync(process.env.HYEOBOM_DEV_JSON, "utf8"));
const photo = readFileSync(process.env.HYEOBOM_PHOTO);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const digits = (count) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, "0");

async function call(method, path, body, token) {
	const response = await fetch(new URL(`/api/v1/patients${path}`, dev.web), {
		method,
		headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
		body: body ? JSON.stringify(body) : undefined,
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return response;
}

async function codeFor(phoneNumber) {
	for (let tries = 0; tries < 100; tries += 1) {
		const response = await fetch(`${dev.inbox.replace(/\/$/, "")}/messages?to=${phoneNumber}`);
		const messages = response.ok ? await response.json() : [];
		const code = messages.map((message) => /\b\d{6}\b/.exec(message.text ?? "")?.[0]).find(Boolean);
		if (code) return code;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error(`no code came to ${phoneNumber}`);
}

/** Signs up and returns the session's cookie value. */
async function signUp() {
	const phoneNumber = `010${digits(8)}`;
	await call("POST", "/phone-codes", { phoneNumber });
	const verified = await call("POST", "/phone-codes/verify", { phoneNumber, code: await codeFor(phoneNumber) });
	const response = await call("POST", "/auth/signup", {
		loginUserId: `light${digits(10)}`,
		password: PASSWORD,
		name: "김하늘",
		phoneNumber,
		birth: "19910412",
		phoneToken: (await verified.json()).phoneToken,
		agreements: { all: true, age14: true, terms: true, privacy: true },
	});
	const cookie = response.headers.getSetCookie().find((each) => each.startsWith("authorization="));
	return decodeURIComponent(cookie.slice("authorization=".length, cookie.indexOf(";")));
}

/** Makes a self-check, waits for its result and returns its id. */
async function selfCheck(token) {
	for (const kind of ["health", "privacy"]) await call("PUT", "/consents", { kind, given: true }, token);
	const wanted = { filename: "tongue.jpg", contentType: "image/jpeg", size: photo.length };
	const { url, fields, key } = await (await call("POST", "/uploads", wanted, token)).json();
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append("file", new Blob([photo], { type: "image/jpeg" }), "tongue.jpg");
	const stored = await fetch(url, { method: "POST", body: form });
	if (!stored.ok) throw new Error(`the photo was not stored: ${stored.status}`);
	const { tci } = await (await call("POST", "/tcis/self-check", { url: key }, token)).json();
	return tci.id;
}

/** Opens a page in a fresh browser context, signed in if there is a token. */
async function openNew(browser, token) {
	const context = await browser.createBrowserContext();
	if (token) {
		const { hostname: domain } = new URL(dev.web);
		await context.setCookie({ name: "authorization", value: encodeURIComponent(token), domain });
	}
	return { page: await context.newPage(), close: () => context.close() };
}

/** Audits a page in a fresh browser. Sometimes Chromium's trace lacks an event: then the audit is repeated. */
async function audit(browser, url, token, tries = 3) {
	const { page, close } = await openNew(browser, token);
	const { lhr } = await lighthouse(url, { onlyCategories: CATEGORIES, disableStorageReset: true }, undefined, page);
	await close();
	const failed = Object.values(lhr.audits).find(({ scoreDisplayMode }) => scoreDisplayMode === "error");
	if (!failed) return lhr;
	console.error(`${url}: ${failed.id}: ${failed.errorMessage}`);
	if (tries === 1) throw new Error(`${url} could not be audited`);
	return audit(browser, url, token, tries - 1);
}

async function measurePage(browser, url, token) {
	const scores = [];
	for (let run = 0; run < runs; run += 1) {
		const lhr = await audit(browser, url, token);
		scores.push({
			...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(lhr.categories[name].score * 100)])),
			lcp: Math.round(lhr.audits["largest-contentful-paint"].numericValue),
			tbt: Math.round(lhr.audits["total-blocking-time"].numericValue),
			cls: Number(lhr.audits["cumulative-layout-shift"].numericValue.toFixed(3)),
			requests: lhr.audits["network-requests"].details.items.length,
		});
	}
	return Object.fromEntries(Object.keys(scores[0]).map((key) => [key, median(scores.map((each) => each[key]))]));
}

/** Returns the milliseconds until the slowest of some presses was displayed. */
async function measurePresses(browser, url, selector, token) {
	const { page, close } = await openNew(browser, token);
	const flow = await startFlow(page);
	await page.goto(url, { waitUntil: "networkidle0" });
	await flow.startTimespan();
	for (const button of (await page.$$(selector)).slice(0, 5)) {
		await button.click();
		// as a person presses: without the pause, each press would count the ones before it
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
	await flow.endTimespan();
	const { steps } = await flow.createFlowResult();
	await close();
	return Math.round(steps[0].lhr.audits["interaction-to-next-paint"].numericValue ?? 0);
}

const token = await signUp();
const id = await selfCheck(token);
const browser = await puppeteer.launch({
	// without a window's processes, which would share a small machine's cores with the page
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
	args: ["--no-sandbox", "--disable-gpu", "--lang=ko-KR"],
});
try {
	const address = (path) => new URL(path, dev.web).href;
	const result = {
		"/": await measurePage(browser, address("/")),
		"/auth/signin": await measurePage(browser, address("/auth/signin")),
	};
	result["/self-check"] = await measurePage(browser, address("/self-check"), token);
	result["/self-check/:id"] = await measurePage(browser, address(`/self-check/${id}`), token);
	result["INP of /self-check/:id"] = await measurePresses(browser, address(`/self-check/${id}`), "main button", token);
	result["INP of /"] = await measurePresses(browser, address("/"), "header button");
	console.log(JSON.stringify(result));
} finally {
	await browser.close();
}
