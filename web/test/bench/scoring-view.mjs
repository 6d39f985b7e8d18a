// How long a clinic's scoring view takes on a slow connection, from the address to a cell that reacts to a press:
// JSON on the last line. The connection is Lighthouse's slow 4G (150 ms, 1.6 Mbit/s down, 0.75 up); nothing is in the
// browser's cache.
//   HYEOBOM_DEV_JSON  the running product; HYEOBOM_PHOTO  a JPEG of a tongue
//   scoring-view.mjs [TIMES]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const SLOW_4G = {
	offline: false,
	latency: 150,
	downloadThroughput: (1.6 * 1024 * 1024) / 8,
	uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const required = (name) => process.env[name] ?? assert.fail(`set ${name}`);
const dev = JSON.parse(readFileSync(required("HYEOBOM_DEV_JSON"), "utf8"));
const times = Number(process.argv[2] ?? 7);
const photo = readFileSync(required("HYEOBOM_PHOTO"));
const { loginId, password } = dev.staff.find((each) => each.loginId === "admin01");

/** Creates a walk-in with a photo that the AI has read; returns the application's id. */
async function application(request) {
	const call = async (method, path, data) => {
		// calls that trust the cookie are refused without an origin
		const answer = await request.fetch(new URL(`/api/v1/institutions${path}`, dev.web).href, {
			method,
			data,
			headers: { origin: new URL(dev.web).origin },
		});
		assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
		return answer.json();
	};
	await call("POST", "/auth/login", { loginId, password });
	const { clinic } = await call("POST", "/tcis", {
		name: "측정",
		birth: "19900101",
		gender: 1,
		phoneNumber: "01000000000",
	});
	await call("PUT", `/tcis/${clinic.id}/health-consent`, { signer: "측정", paperReference: "bench 1" });
	const upload = await call("POST", "/tcis/generate", { filename: "before.jpg" });
	const file = { name: "before.jpg", mimeType: "image/jpeg", buffer: photo };
	const stored = await request.post(upload.url, { multipart: { ...upload.fields, file } });
	assert.ok(stored.ok(), `the photo was not stored: ${stored.status()}`);
	if (clinic.status === 0) await call("PUT", `/tcis/${clinic.id}`, { status: 1 });
	await call("POST", `/tcis/${clinic.id}/pictures`, { url: upload.key, phase: "before" });
	for (let tries = 0; tries < 100; tries += 1) {
		const seen = await call("GET", `/tcis/${clinic.id}`);
		if (seen.clinic.beforeTci?.tciPicture?.aiResult) return clinic.id;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error("the photo was not read");
}

/** Milliseconds from the navigation until a cell reacts to a press. */
async function once(browser, cookies, id) {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 844 },
		locale: "ko-KR",
		serviceWorkers: "block",
	});
	await context.addCookies(cookies);
	const page = await context.newPage();
	const line = await context.newCDPSession(page);
	await line.send("Network.enable");
	await line.send("Network.emulateNetworkConditions", SLOW_4G);
	const began = performance.now();
	await page.goto(new URL(`/clinic/applications/${id}`, dev.web).href, { waitUntil: "commit" });
	const cell = page.getByRole("grid", { name: "아홉 칸의 점수" }).getByRole("button").first();
	await cell.click();
	// an empty cell becomes 0 at the first press
	await cell.filter({ hasText: "0" }).waitFor();
	const took = performance.now() - began;
	await context.close();
	return took;
}

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const context = await browser.newContext();
	const id = await application(context.request);
	const cookies = await context.cookies();
	const took = [];
	for (let run = 0; run < times; run += 1) took.push(await once(browser, cookies, id));
	took.sort((a, b) => a - b);
	console.log(JSON.stringify({ p50: took[Math.floor(took.length / 2)], largest: took.at(-1), times }));
} finally {
	await browser.close();
}
