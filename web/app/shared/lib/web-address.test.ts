import { expect, it } from "vitest";
import { webAddress } from "./web-address";

it("address_leads_to_pages_only", () => {
	expect(webAddress("https://pay.example/a?b=1")).toBe("https://pay.example/a?b=1");
	expect(webAddress("/api/v1/payments/checkout/abc?t=1")).toBe(
		"http://localhost/api/v1/payments/checkout/abc?t=1",
	);
	expect(webAddress("javascript:alert(1)")).toBeNull();
	expect(webAddress("http://")).toBeNull();
});
