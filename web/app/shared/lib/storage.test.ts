import { afterEach, expect, it, vi } from "vitest";
import { clearCredential, markNewCredential, readCredential } from "./cookies";
import { type DraftKey, forgetDrafts, readDraft, saveDraft } from "./draft";
import { staffActivity } from "./session-activity";
import { localStore, tabStore } from "./storage";

afterEach(() => vi.unstubAllGlobals());

const refuse = () => {
	throw new DOMException("denied", "SecurityError");
};
const REFUSING = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 };

it("storage_kept_reads_back", () => {
	expect(localStore.set("a", "1")).toBe(true);
	expect([localStore.get("a"), tabStore.get("a")]).toEqual(["1", null]);
	expect(localStore.keys()).toContain("a");
	localStore.remove("a");
	expect(localStore.get("a")).toBeNull();
});

it.each([
	["null", null],
	["throwing", REFUSING],
])("storage_%s_costs_nothing_else", (_, storage) => {
	vi.stubGlobal("localStorage", storage);
	vi.stubGlobal("sessionStorage", storage);
	expect([localStore.get("a"), localStore.set("a", "1"), localStore.keys()]).toEqual([null, false, []]);
	saveDraft("staff:1:a", { b: 1 });
	expect(readDraft("staff:1:a")).toBeNull();
	forgetDrafts();
	staffActivity.note(7);
	expect(staffActivity.at()).toBe(7);
	markNewCredential([]);
	expect(readCredential("authorization=%")).toBe("%");
	clearCredential();
});

it.each(["1", '"text"', "[1]", "true", "{"])("draft_of_another_shape_is_ignored: %s", (stored) => {
	const key: DraftKey = "staff:1:a";
	saveDraft(key, { b: 1 });
	expect(readDraft(key)).toEqual({ b: 1 });
	tabStore.set(`draft:${key}`, stored);
	expect(readDraft(key)).toBeNull();
});
