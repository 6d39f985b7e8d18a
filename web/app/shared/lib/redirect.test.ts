import { describe, expect, it } from "vitest";
import { safeRedirect, withRedirect } from "./redirect";

describe("safeRedirect", () => {
	it.each(["/", "/self-check", "/self-check/3?x=1#top", "/invites?code=a%2Fb"])(
		"safe_path_is_followed: %s",
		(path) => {
			expect(safeRedirect(path)).toBe(path);
		},
	);

	it.each([
		null,
		undefined,
		"",
		"self-check",
		"//evil.example",
		"///evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"/\t/evil.example",
		"https://evil.example/",
		"javascript:alert(1)",
		" /home",
	])("unsafe_path_is_refused: %o", (value) => {
		expect(safeRedirect(value)).toBeNull();
	});

	it("dots_that_resolve_elsewhere_are_refused", () => {
		expect(safeRedirect("/a/..//evil.example")).toBeNull();
		expect(safeRedirect("/.//evil.example")).toBeNull();
	});
});

it("link_carries_only_a_safe_way_back", () => {
	expect(withRedirect("/auth/signin", "/self-check")).toBe("/auth/signin?redirect=%2Fself-check");
	expect(withRedirect("/auth/signin", "//evil.example")).toBe("/auth/signin");
	expect(withRedirect("/auth/signin", "/")).toBe("/auth/signin");
});
