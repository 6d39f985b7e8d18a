// Runs the browser SDK, read from standard input, in a made-up browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const script = readFileSync(0, "utf8");
const base = /const base = "([^"]+)"/.exec(script)[1];
const request = {
	storeId: "store",
	channelKey: "channel",
	identityVerificationId: "v-1",
	redirectUrl: "http://bom.localhost:8400/auth/success",
};
const result = { transactionType: "IDENTITY_VERIFICATION", identityVerificationId: "v-1" };

function browser({ blocked = false } = {}) {
	const seen = { listeners: [], popup: { closed: false } };
	const window = {
		open(url) {
			seen.opened = new URL(url);
			return blocked ? null : seen.popup;
		},
		addEventListener: (_type, listener) => seen.listeners.push(listener),
		removeEventListener: () => {},
	};
	const location = {
		origin: "http://bom.localhost:8400",
		assign(url) {
			seen.went = new URL(url);
		},
	};
	const navigator = { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" };
	vm.runInNewContext(script, { window, location, navigator, URL, setInterval, clearInterval });
	const tell = (origin, result) => {
		for (const listener of seen.listeners) listener({ origin, data: { portone: "identity-verification", result } });
	};
	return { seen, tell, ask: (options) => window.PortOne.requestIdentityVerification(options) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const popUp = { ...request, windowType: { pc: "POPUP", mobile: "POPUP" } };

// a redirect goes to the window with everything that it needs
for (const extra of [{}, { forceRedirect: true }, { windowType: { pc: "REDIRECTION" } }]) {
	const { seen, ask } = browser();
	ask({ ...request, ...extra });
	await settled();
	assert.equal(seen.went.origin + seen.went.pathname, `${base}/window`);
	assert.deepEqual(Object.fromEntries(seen.went.searchParams), request);
}

// a pop-up's result is believed from the party's own pages only
{
	const { seen, tell, ask } = browser();
	const answer = ask(popUp);
	assert.equal(seen.opened.searchParams.get("openerOrigin"), "http://bom.localhost:8400");
	tell("http://evil.example", { code: "forged" });
	tell(base, result);
	assert.deepEqual(await answer, result);
}

// a pop-up may return by redirect too, a failure included
{
	const { seen, tell, ask } = browser();
	ask({ ...popUp, forceRedirect: true });
	tell(base, { ...result, code: "FAILURE_TYPE_PG" });
	await settled();
	assert.equal(seen.went.searchParams.get("identityVerificationId"), "v-1");
	assert.equal(seen.went.searchParams.get("code"), "FAILURE_TYPE_PG");
}

// closing it, or a browser that does not open it, is an answer
{
	const { seen, ask } = browser();
	const answer = ask(popUp);
	seen.popup.closed = true;
	assert.equal((await answer).code, "FAILURE_TYPE_PG");
	assert.equal((await browser({ blocked: true }).ask(popUp)).code, "POPUP_BLOCKED");
}

await assert.rejects(browser().ask({ ...request, storeId: "" }), /storeId/);
await assert.rejects(browser().ask({ ...request, redirectUrl: undefined, windowType: { pc: "REDIRECTION" } }), /redirectUrl/);
