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
	"%s leaves our own colours",
	(color) => {
		expect(tokensOf(color)).toEqual({});
	},
);

it.each(["#17594a", "#12305e", "#000000", "#7A1F4D", "#1f4e8c"])("%s makes every token", (color) => {
	const tokens = tokensOf(color);
	expect(Object.keys(tokens)).toHaveLength(6);
	expect(tokens["--color-green-700"]).toBe(color.toLowerCase());
});

it("shows a tenant's colour and takes it back", () => {
	applyTheme("#1f4e8c");
	expect(root().getPropertyValue("--color-green-700")).toBe("#1f4e8c");
	applyTheme("#ffffff");
	expect(root().getPropertyValue("--color-green-700")).toBe("");
	expect(localStorage.getItem("theme")).toBeNull();
});

it("the next page has the colour before its first paint", () => {
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
])("nothing but a colour of ours gets in: %s", (stored) => {
	localStorage.setItem("theme", stored);
	runScript();
	expect(root().getPropertyValue("--color-green-700")).toBe("");
	expect(root().getPropertyValue("--other")).toBe("");
});
