import { expect, it } from "vitest";
import { emptyClaim } from "./claim-draft";
import { mobileReturn } from "./mobile-return";

const claim = { ...emptyClaim(1), oid: "abc123" };
const at = (query: string, stored = claim as typeof claim | null) =>
	mobileReturn(new URLSearchParams(query), stored);

it("goes on to the confirmation with status 0", () => {
	expect(at("status=0&oid=abc123")).toEqual({ confirm: "abc123" });
});

it("goes back to paying when the person canceled, without a message", () => {
	expect(at("status=1&code=01&oid=abc123&msg=x")).toEqual({ to: "/apply-insurance?step=3&canceled=1" });
});

it("goes back with the provider's message for anything else", () => {
	const back = { to: "/apply-insurance?step=3&msg=%EA%B1%B0%EC%A0%88" };
	expect(at("status=1&code=99&oid=abc123&msg=거절")).toEqual(back);
	expect(at("oid=abc123&msg=거절")).toEqual(back);
});

it("goes back to the claim that was to be paid", () => {
	const paying = { ...claim, insuranceId: 72 };
	expect(at("status=1&code=01&oid=abc123", paying as never)).toEqual({ to: "/insurance/72?canceled=1" });
});

it.each([
	["status=0", claim],
	["", claim],
	["status=1&code=01&oid=other", claim],
	["status=1&code=01", claim],
	["status=1&code=01&oid=abc123", null],
])("takes %j for no way back", (query, stored) => {
	expect(at(query, stored)).toBeNull();
});
