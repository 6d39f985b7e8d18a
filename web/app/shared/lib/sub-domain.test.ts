import { describe, expect, it } from "vitest";
import { chosenHost, rememberSubDomain } from "./sub-domain";

const at = (href: string) => new URL(href) as unknown as Location;

describe("the tenant chosen by the page's address", () => {
	it("chosen_tenant_is_kept_on_local_hosts", () => {
		rememberSubDomain(at("http://localhost:5173/?subDomain=second.example"));
		expect(chosenHost(at("http://localhost:5173/self-check"))).toBe("second.example");
		expect(chosenHost(at("http://demo.localhost/"))).toBe("second.example");
	});

	it("chosen_tenant_is_ignored_on_other_hosts", () => {
		rememberSubDomain(at("https://clinic.example/?subDomain=second.example"));
		expect(sessionStorage).toHaveLength(0);
		sessionStorage.setItem("subDomain", "second.example");
		expect(chosenHost(at("https://clinic.example/"))).toBeNull();
	});
});
