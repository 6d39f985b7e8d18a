// People of the running product, made without a browser.
import assert from "node:assert/strict";
import { codeFor, dev, digits } from "./product.mjs";

export const PASSWORD = "hyeobom1!";

/** Signs somebody up at a tenant, at the first one when none is named; answers the login ID. */
export async function someone(name, host) {
	const id = `key${digits(10)}`;
	const phoneNumber = `010${digits(8)}`;
	const post = async (path, body) => {
		const url = new URL(`/api/v1/patients/${path}`, dev.web);
		if (host) url.searchParams.set("host", host);
		const answer = await fetch(url, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		assert.ok(answer.ok, `${path} answers ${answer.status}`);
		return answer;
	};
	await post("phone-codes", { phoneNumber });
	const verified = await post("phone-codes/verify", { phoneNumber, code: await codeFor(phoneNumber) });
	await post("auth/signup", {
		loginUserId: id,
		password: PASSWORD,
		name,
		phoneNumber,
		birth: "19910412",
		phoneToken: (await verified.json()).phoneToken,
		agreements: { all: true, age14: true, terms: true, privacy: true },
	});
	return id;
}
