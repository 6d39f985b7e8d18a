// Creates users of the running product without a browser.
import { expect } from "@playwright/test";
import { codeFor, dev, digits } from "./product";

export const PASSWORD = "hyeobom1!";

/** Signs a person up at a tenant, by default the first one; returns the login ID. */
export async function signUpByApi(name: string, host?: string): Promise<string> {
	const id = `key${digits(10)}`;
	const phoneNumber = `010${digits(8)}`;
	const post = async (path: string, body: object) => {
		const url = new URL(`/api/v1/patients/${path}`, dev.web);
		if (host) url.searchParams.set("host", host);
		const response = await fetch(url, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		expect(response.ok, `${path} answers ${response.status}`).toBe(true);
		return response;
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
