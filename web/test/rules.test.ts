import { readFileSync } from "node:fs";
import { safeParse } from "valibot";
import { expect, it } from "vitest";
import { RULES, resetFields, signUpFields } from "~/features/account/schema";
import texts from "~/locales/ko/account.json";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const { schemas } = read("../api/openapi.json").components;
const fields: Record<string, string> = read("../api/messages/ko.json").fields;
const person = schemas.Person.properties;
const [, secret] = schemas.SignupRequest.allOf;

it("holds the server's own patterns and lengths", () => {
	expect(RULES.loginUserId.source).toBe(person.loginUserId.pattern);
	expect(RULES.phoneNumber.source).toBe(person.phoneNumber.pattern);
	expect(RULES.passwordMin).toBe(secret.properties.password.minLength);
	expect(RULES.passwordMin).toBe(schemas.ResetPasswordRequest.properties.password.minLength);
	expect(RULES.passwordMax).toBe(secret.properties.password.maxLength);
	expect(RULES.passwordMax).toBe(schemas.ResetPasswordRequest.properties.password.maxLength);
	expect(RULES.nameMax).toBe(person.name.maxLength);
});

it("asks for what the server asks for", () => {
	const required = new Set([...schemas.Person.required, ...secret.required]);
	for (const name of ["loginUserId", "password", "name", "phoneNumber", "birth"] as const) {
		expect(required.has(name), name).toBe(true);
		expect(safeParse(signUpFields[name], "").success, name).toBe(false);
	}
	for (const name of ["email", "zipcode", "address", "addressDetail"] as const) {
		expect(required.has(name), name).toBe(false);
		expect(safeParse(signUpFields[name], "").success, name).toBe(true);
	}
	expect(schemas.ResetPasswordRequest.required).toContain("password");
	expect(safeParse(resetFields.password, "hyeobom1!").success).toBe(true);
});

it("says what the server says about the same mistake", () => {
	expect(texts.error.loginUserId).toBe(fields["loginUserId.format"]);
	expect(texts.error.password).toBe(fields["password.format"]);
	expect(texts.error.name).toBe(fields["name.required"]);
	expect(texts.error.tooYoung).toBe(fields["birth.too_young"]);
});

it.each([
	["seven1!", false],
	["hyeobom1!", true],
	["비밀번호abc1!", true],
	["비밀번호12345", false],
	["abcdefg1가", false],
	["abcdefg1 ", false],
	["abc\u0000defg1!", false],
	[`a1!${"x".repeat(125)}`, true],
	[`a1!${"x".repeat(126)}`, false],
])("a password %j is taken: %s", (password, taken) => {
	expect(safeParse(signUpFields.password, password).success).toBe(taken);
});
