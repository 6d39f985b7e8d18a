import { beforeEach, expect, it } from "vitest";
import { applyTheme, tokensOf } from "./theme";
import { themeScript } from "./theme-script";

const root = () => document.documentElement.style;
const runScript = () => new Function(themeScript())();

beforeEach(() => {
	localStorage.clear();
	applyTheme(null);
});

// The server accepts and rejects the same ones: crates/domain/src/tenant.rs.
it.each(["#ffffff", "#7cf0c4", "#e2725f", "#767676", "red", "#fff", "#17594", "", null])(
	"unusable_color_leaves_the_defaults: %s",
	(color) => {
		expect(tokensOf(color)).toEqual({});
	},
);

it.each(["#17594a", "#12305e", "#000000", "#7A1F4D", "#1f4e8c"])(
	"usable_color_makes_every_token: %s",
	(color) => {
		const tokens = tokensOf(color);
		expect(Object.keys(tokens)).toHaveLength(6);
		expect(tokens["--color-green-700"]).toBe(color.toLowerCase());
	},
);

it("tenant_color_is_applied_and_removed", () => {
	applyTheme("#1f4e8c");
	expect(root().getPropertyValue("--color-green-700")).toBe("#1f4e8c");
	applyTheme("#ffffff");
	expect(root().getPropertyValue("--color-green-700")).toBe("");
	expect(localStorage.getItem("theme")).toBeNull();
});

it("stored_color_applies_before_first_paint", () => {
	applyTheme("#1f4e8c");
	root().removeProperty("--color-green-700");
	runScript();
	expect(root().getPropertyValue("--color-green-700")).toBe("#1f4e8c");
});

it.each([
	"{",
	"null",
	'{"--color-green-700":"url(//elsewhere.example)"}',
	'{"--color-green-700":"red;x"}',
	'{"--other":"#1f4e8c"}',
])("invalid_stored_color_is_ignored: %s", (stored) => {
	localStorage.setItem("theme", stored);
	runScript();
	expect(root().getPropertyValue("--color-green-700")).toBe("");
	expect(root().getPropertyValue("--other")).toBe("");
});
