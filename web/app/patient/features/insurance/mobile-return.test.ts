import { expect, it } from "vitest";
import { emptyClaim } from "./claim-draft";
import { backToPay, mobileReturn } from "./mobile-return";

const claim = { ...emptyClaim(1), oid: "abc123" };
const at = (query: string, stored = claim as typeof claim | null) =>
	mobileReturn(new URLSearchParams(query), stored);

it("success_leads_to_the_order", () => {
	expect(at("status=0&oid=abc123")).toBe("/payment/complete?oid=abc123");
	expect(at("status=0&oid=abc123", null)).toBe("/payment/complete?oid=abc123");
});

it("anything_else_leads_back_without_its_words", () => {
	expect(at("status=1&code=01&oid=abc123&msg=x")).toBe("/apply-insurance?step=3");
	expect(at("status=1&code=99&oid=abc123&msg=거절")).toBe("/apply-insurance?step=3");
});

it("another_browser_asks_the_order", () => {
	expect(at("status=1&code=01&oid=abc123", null)).toBe("/payment/complete?oid=abc123&unpaid=1");
	expect(at("status=1&code=01&oid=other")).toBe("/payment/complete?oid=other&unpaid=1");
});

it("paid_later_leads_back_to_its_claim", () => {
	expect(backToPay({ ...claim, insuranceId: 72 })).toBe("/insurance/72");
});

it("claim_that_follows_leads_back_as_such", () => {
	expect(backToPay({ ...claim, kind: "reclaim", priorClaimId: 72 })).toBe(
		"/apply-insurance?step=3&kind=reclaim&prior=72",
	);
});

it.each(["status=0", "", "status=1&code=01"])("return_without_an_order_is_none_%j", (query) => {
	expect(at(query)).toBeNull();
});
