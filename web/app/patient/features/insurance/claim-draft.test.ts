import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "~/shared/lib/draft";
import {
	completeOrder,
	dropOrder,
	emptyClaim,
	furthestStep,
	notePayment,
	openOrderOf,
	readAccount,
	readClaim,
	saveAccount,
	saveClaim,
	useClaimDraft,
} from "./claim-draft";
import type { InfoValues } from "./schema";

const KEY = "insuranceClaim";
const VALUES: InfoValues = {
	accidentType: "dental",
	onsetDate: "2026-11-01",
	reason: "충치",
	insuredName: "김하늘",
	mobile: "01012345678",
};

beforeEach(() => vi.useRealTimers());

// Stored as URL-encoded JSON; the resident number and the account number are not in it.
it("draft_is_stored_without_secrets", () => {
	saveClaim({ ...emptyClaim(1), info: VALUES, payout: { bankName: "신한은행", depositor: "김하늘" } });
	saveAccount(1, "110123456789");
	const text = localStorage.getItem(KEY) ?? "";
	expect(text).toMatch(/^%7B%22/);
	expect(JSON.parse(decodeURIComponent(text)).info.reason).toBe("충치");
	for (const secret of ["resident", "110123456789", "accountNumber"]) expect(text).not.toContain(secret);
	expect(readAccount(1)).toBe("110123456789");
	expect(readAccount(2)).toBe("");
	expect(readClaim(1)?.info?.mobile).toBe("01012345678");
});

it.each([
	["nothing", null],
	["no JSON", "hello"],
	["a broken escape", "%E0%A4%A"],
	["another shape", encodeURIComponent('{"patientId":1}')],
	["a list", encodeURIComponent("[]")],
	["null", "null"],
])("stored_draft_that_is_%s_is_ignored", (_what, text) => {
	if (text !== null) localStorage.setItem(KEY, text);
	expect(readClaim()).toBeNull();
});

it("draft_is_for_one_patient_and_one_day", () => {
	saveClaim(emptyClaim(1));
	expect(readClaim(2)).toBeNull();
	expect(readClaim(1)).not.toBeNull();
	vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ["Date"] });
	expect(readClaim(1)).toBeNull();
});

it("draft_and_account_are_cleared_at_sign_out", () => {
	saveClaim(emptyClaim(1));
	saveAccount(1, "1");
	forgetDrafts("patient", 11);
	expect([readClaim()?.patientId, readAccount(1)]).toEqual([1, "1"]);
	forgetDrafts("patient", 1);
	expect(readClaim()).toBeNull();
	expect(readAccount(1)).toBe("");
});

// Paying an existing claim in between keeps the draft.
it("draft_ends_with_its_own_claim_only", () => {
	const institution = { id: 1, name: "a", representativeName: "b", address: "c", phoneNumber: "d" };
	saveClaim({ ...emptyClaim(1), institution });
	notePayment(1, "oid-1", 72);
	expect(readClaim(1)).toMatchObject({ oid: "oid-1", insuranceId: 72, institution });
	completeOrder("oid-1");
	expect(readClaim(1)).toMatchObject({ oid: null, insuranceId: null, institution });
	saveClaim({ ...emptyClaim(1), oid: "oid-2" });
	completeOrder("oid-1");
	expect(readClaim(1)?.oid).toBe("oid-2");
	completeOrder("oid-2");
	expect(readClaim(1)).toBeNull();
});

it("draft_step_is_limited_by_filled_fields", () => {
	const draft = emptyClaim(1);
	const institution = { id: 1, name: "a", representativeName: "b", address: "c", phoneNumber: "d" };
	const insurer = { id: 1, name: "e" };
	expect(furthestStep(draft)).toBe(0);
	expect(furthestStep({ ...draft, institution })).toBe(1);
	expect(furthestStep({ ...draft, institution, insurer })).toBe(2);
	const whole = { ...draft, institution, insurer, info: VALUES };
	expect(furthestStep({ ...whole, info: { ...VALUES, reason: " " } })).toBe(2);
	expect(furthestStep(whole)).toBe(3);
});

it("only_failed_order_is_dropped_from_draft", () => {
	saveClaim({ ...emptyClaim(1), oid: "oid-1", insuranceId: 72 });
	const key = readClaim(1)?.orderKey;
	expect(openOrderOf(1, 72)).toBe("oid-1");
	expect(openOrderOf(2, 72)).toBeNull();
	expect(openOrderOf(1, 73)).toBeNull();
	dropOrder("oid-2");
	expect(readClaim(1)?.oid).toBe("oid-1");
	dropOrder("oid-1");
	expect(readClaim(1)).toMatchObject({ oid: null, insuranceId: null });
	expect(readClaim(1)?.orderKey).not.toBe(key);
});

// Setting an order keeps the key; dropping the order makes a new one.
it("order_key_changes_when_draft_changes", () => {
	const { result } = renderHook(() => useClaimDraft(() => emptyClaim(1)));
	const first = result.current.draft.orderKey;
	act(() => result.current.change({ oid: "oid-1" }));
	act(() => result.current.change({ info: null }));
	expect(result.current.draft.orderKey).toBe(first);
	act(() => result.current.change({ info: VALUES }));
	const second = result.current.draft.orderKey;
	expect(second).not.toBe(first);
	act(() => result.current.change({ oid: "oid-2" }));
	act(() => result.current.change({ oid: null }));
	expect(result.current.draft.orderKey).not.toBe(second);
});

// The old order can still be paid in its window, and then made the claim as it was.
it("changed_draft_forgets_its_order", () => {
	const { result } = renderHook(() => useClaimDraft(() => emptyClaim(1)));
	act(() => result.current.change({ oid: "oid-1", insuranceId: null }));
	act(() => result.current.change({ info: VALUES }));
	expect(readClaim(1)).toMatchObject({ oid: null, earlierOid: "oid-1", info: VALUES });
	act(() => result.current.change({ oid: "oid-2" }));
	act(() => result.current.change({ earlierOid: null }));
	expect(readClaim(1)).toMatchObject({ oid: "oid-2", earlierOid: null });
});

it("changed_draft_keeps_order_of_other_claim", () => {
	const { result } = renderHook(() =>
		useClaimDraft(() => ({ ...emptyClaim(1), oid: "oid-1", insuranceId: 72 })),
	);
	act(() => result.current.change({ info: VALUES }));
	expect(readClaim(1)).toMatchObject({ oid: "oid-1", insuranceId: 72, earlierOid: null });
});
