import { describe, expect, it } from "vitest";
// @ts-expect-error: a script, without types
import { allowedByDeny, isAllowed } from "../../sandbox/scripts/check-licenses.mjs";

describe("the licences of npm packages", () => {
	const allowed = allowedByDeny(
		'[licenses]\nversion = 2\nallow = [\n    "MIT", "ISC",\n    "Apache-2.0 WITH LLVM-exception",\n]\n',
	);

	it.each([
		"MIT",
		"(MIT OR GPL-3.0-only)",
		"MIT AND ISC",
		"(GPL-3.0-only OR (MIT AND ISC))",
		"Apache-2.0 WITH LLVM-exception",
	])("licence_is_allowed: %s", (expression) => expect(isAllowed(expression, allowed)).toBe(true));

	it.each([
		"GPL-3.0-only",
		"MIT AND GPL-3.0-only",
		"Apache-2.0",
		"UNLICENSED",
		"SEE LICENSE IN LICENSE",
		"",
		"MIT ISC",
		"none",
	])("licence_is_refused: %s", (expression) => expect(isAllowed(expression, allowed)).toBe(false));

	it("licence_list_is_required", () => expect(() => allowedByDeny("[bans]\n")).toThrow());
});
