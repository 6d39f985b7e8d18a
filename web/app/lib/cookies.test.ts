import { expect, it } from "vitest";
import { readCredential, removals } from "./cookies";

it("finds the credential among the cookies", () => {
	expect(readCredential("a=1; authorization=tok%3D%3D; b=2")).toBe("tok==");
	expect(readCredential("xauthorization=1; authorizations=2")).toBeNull();
	expect(readCredential("")).toBeNull();
});

it("removes it on the host and on its parent domains, never on a bare suffix", () => {
	const domains = removals("a.clinic.example").map((text) => /Domain=(.*)/.exec(text)?.[1]);
	expect(domains).toEqual([undefined, "a.clinic.example", "clinic.example"]);
	expect(removals("localhost")).toHaveLength(1);
});
