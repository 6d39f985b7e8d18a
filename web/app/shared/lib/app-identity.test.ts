import { beforeEach, expect, it } from "vitest";
import { applyIdentity } from "./app-identity";

const link = (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute("href");

beforeEach(() => {
	document.head.innerHTML =
		'<link rel="icon" href="/icon.svg"><link rel="manifest" href="/manifest.webmanifest">';
});

it("installed_app_is_the_tenants", () => {
	applyIdentity({ brandColor: "#1f4e8c", logo: null });
	expect(link("manifest")).toBe("http://localhost/api/v1/tenant/manifest");
	expect(link("icon")).toBe("http://localhost/api/v1/tenant/icon?v=1f4e8c");
});

it("tenant_without_a_look_keeps_our_icon", () => {
	applyIdentity({ brandColor: null, logo: null });
	expect(link("icon")).toBe("/icon.svg");
	expect(link("manifest")).toBe("http://localhost/api/v1/tenant/manifest");
});
