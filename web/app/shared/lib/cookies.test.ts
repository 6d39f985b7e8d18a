import { expect, it, vi } from "vitest";
import {
	clearCredential,
	credentialsIn,
	currentCredential,
	forgetMark,
	markNewCredential,
	readCredential,
	removals,
} from "./cookies";

it("credential_is_found_among_the_cookies", () => {
	expect(readCredential("a=1; authorization=tok%3D%3D; b=2")).toBe("tok==");
	expect(readCredential("xauthorization=1; authorizations=2")).toBeNull();
	expect(readCredential("")).toBeNull();
});

it("second_cookie_of_the_name_does_not_win", () => {
	const both = "authorization=planted-by-others; authorization=our-own-token-1";
	expect(readCredential(both), "nothing tells them apart").toBeNull();
	expect(readCredential("authorization=same; authorization=same")).toBe("same");
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
	document.cookie = "authorization=our-own-token-1; Path=/";
	markNewCredential(credentialsIn("authorization=planted-by-others"));
	expect(readCredential(both)).toBe("our-own-token-1");
	expect(readCredential("authorization=planted-by-others")).toBeNull();
	forgetMark();
	expect(readCredential("authorization=planted-by-others")).toBe("planted-by-others");
});

it("credential_is_read_once_without_a_pause", async () => {
	const read = vi.spyOn(document, "cookie", "get").mockReturnValue("authorization=first-token");
	expect([currentCredential(), currentCredential()]).toEqual(["first-token", "first-token"]);
	expect(read).toHaveBeenCalledTimes(1);
	read.mockReturnValue("authorization=other-token");
	await Promise.resolve();
	expect(currentCredential()).toBe("other-token");
	read.mockReturnValue("");
	clearCredential();
	expect(currentCredential()).toBeNull();
	read.mockRestore();
});

it("invalid_encoding_is_read_as_it_stands", () => {
	expect(readCredential("authorization=%E0%A4%A")).toBe("%E0%A4%A");
});

// Never on a bare suffix.
it("credential_is_removed_on_host_and_parents", () => {
	const domains = removals("a.clinic.example").map((text) => /Domain=(.*)/.exec(text)?.[1]);
	expect(domains).toEqual([undefined, "a.clinic.example", "clinic.example"]);
	expect(removals("localhost")).toHaveLength(1);
});
