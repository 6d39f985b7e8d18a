// Users of the running product: creates them without a browser, and signs them in.
import { expect, type Page } from "@playwright/test";
import { clinicHost, codeFor, dev, digits, staffMember } from "./product";

export const PASSWORD = "hyeobom1!";
/** The birth date of everybody who signs up. */
export const BIRTH = "1991-04-12";

export const newPhone = () => `010${digits(8)}`;

/** Calls the API at a tenant, by default the first one, and as staff with a session's token. */
async function post(path: string, body: object, host?: string, token?: string): Promise<Response> {
	const url = new URL(`/api/v1/${path}`, dev.web);
	if (host) url.searchParams.set("host", host);
	const headers: Record<string, string> = { "Content-Type": "application/json" };
	if (token) headers.Authorization = `Bearer ${token}`;
	const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
	expect(response.ok, `${path} answers ${response.status}`).toBe(true);
	return response;
}

/** Signs a person up at a tenant, by default the first one; returns the login ID. */
export async function signUpByApi(name: string, host?: string): Promise<string> {
	const id = `key${digits(10)}`;
	const phoneNumber = newPhone();
	await post("patients/phone-codes", { phoneNumber }, host);
	const proof = { phoneNumber, code: await codeFor(phoneNumber) };
	const verified = await post("patients/phone-codes/verify", proof, host);
	const person = {
		loginUserId: id,
		password: PASSWORD,
		name,
		phoneNumber,
		birth: BIRTH.replaceAll("-", ""),
		phoneToken: (await verified.json()).phoneToken,
		agreements: { all: true, age14: true, terms: true, privacy: true },
	};
	await post("patients/auth/signup", person, host);
	return id;
}

/** Enters a person's ID and password on the sign-in page. */
export async function enterAccount(page: Page, id: string, password = PASSWORD): Promise<void> {
	await page.locator("[name=loginUserId]").fill(id);
	await page.locator("[name=password]").fill(password);
	await page.locator("[name=password]").press("Enter");
}

/** Signs a staff member of the demo clinic in; returns the session's token, which browsers keep in a cookie. */
async function staffToken(loginId: string, password: string): Promise<string> {
	const response = await post("institutions/auth/login", { loginId, password }, clinicHost());
	const token = /staffAuthorization=([^;]+)/.exec(response.headers.getSetCookie().join("\n"))?.[1];
	if (!token) throw new Error(`${loginId} gets no session`);
	return token;
}

/** Adds a staff member to the demo clinic, who has set `PASSWORD`; returns the login ID. */
export async function addStaffByApi(name: string): Promise<string> {
	const host = clinicHost();
	const admin = staffMember("admin01");
	const loginId = `staff${digits(10)}`;
	const member = { loginId, name, role: "shooting_expert" };
	const token = await staffToken(admin.loginId, admin.password);
	const { temporaryPassword } = await (await post("institutions/staff", member, host, token)).json();
	const own = await staffToken(loginId, temporaryPassword);
	await post("institutions/auth/password", { password: PASSWORD }, host, own);
	return loginId;
}
