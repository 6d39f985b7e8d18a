import { useCallback, useEffect, useRef, useState } from "react";
import { safeParse } from "valibot";
import type { ClaimKind, DocumentCode, Insurer } from "~/domain/claim/types";
import type { Institution } from "~/shared/api/types";
import { CLAIM_KEY, type DraftKey, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { randomKey } from "~/shared/lib/random-key";
import { localStore } from "~/shared/lib/storage";
import { type InfoValues, infoSchema, type PayoutValues } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Key of the account number, which is only kept in this tab. */
const accountKey = (patientId: number): DraftKey => `patient:${patientId}:claimAccount`;

export interface ClaimDraft {
	/** The patient who owns the draft; another patient in the same browser gets a new one. */
	patientId: number;
	/** The insured person; null for the account's holder. */
	personId: number | null;
	/** Time of the last change. A draft older than a day is not resumed. */
	savedAt: string;
	institution: Institution | null;
	insurer: Insurer | null;
	info: InfoValues | null;
	/** The parts of the payout that may be stored in the browser, without the account number and the resident number. */
	payout: Pick<PayoutValues, "bankName" | "depositor">;
	documents: DocumentCode[];
	doctorSignature: boolean;
	registeredMail: boolean;
	forwarding: boolean;
	/** The other insurer that receives the documents, with `forwarding`. */
	forwardInsurer: Insurer | null;
	kind: ClaimKind;
	priorClaimId: number | null;
	address: { zipcode: string; address: string; addressDetail: string };
	/** Idempotency key of the order. Pressing again creates no second order; every change of the claim renews the key. */
	orderKey: string;
	/** The open order, and the claim that it pays for if that already exists. */
	oid: string | null;
	insuranceId: number | null;
	/** The order of the claim before it was changed, or in another tab. It can still be paid until it expires. */
	earlierOid: string | null;
}

export function emptyClaim(patientId: number): ClaimDraft {
	return {
		patientId,
		personId: null,
		savedAt: new Date().toISOString(),
		institution: null,
		insurer: null,
		info: null,
		payout: { bankName: "", depositor: "" },
		documents: ["medical_bill_receipt", "detailed_statement"],
		doctorSignature: false,
		registeredMail: false,
		forwarding: false,
		forwardInsurer: null,
		kind: "new",
		priorClaimId: null,
		address: { zipcode: "", address: "", addressDetail: "" },
		orderKey: randomKey(),
		oid: null,
		insuranceId: null,
		earlierOid: null,
	};
}

/** Parses a stored draft. Null if it has another shape, is too old, or is not valid JSON. */
function parse(text: string | null): ClaimDraft | null {
	if (!text) return null;
	try {
		const value = JSON.parse(decodeURIComponent(text)) as ClaimDraft | null;
		if (typeof value !== "object" || value === null) return null;
		const { patientId, savedAt, documents, address } = value;
		const fresh = Date.now() - new Date(savedAt).getTime() < DAY_MS;
		const whole = Number.isSafeInteger(patientId) && Array.isArray(documents) && typeof address === "object";
		return fresh && whole ? { ...emptyClaim(patientId), ...value } : null;
	} catch {
		return null;
	}
}

/** The draft stored in this browser as URL-encoded JSON. One that cannot be resumed is deleted. */
export function readClaim(patientId?: number): ClaimDraft | null {
	const draft = parse(localStore.get(CLAIM_KEY));
	if (!draft) localStore.remove(CLAIM_KEY);
	return draft && (patientId === undefined || draft.patientId === patientId) ? draft : null;
}

/** Stores the draft; without access to the storage it lasts until the page is left. */
export function saveClaim(draft: ClaimDraft): void {
	const text = JSON.stringify({ ...draft, savedAt: new Date().toISOString() });
	localStore.set(CLAIM_KEY, encodeURIComponent(text));
}

/** Deletes the patient's draft after the claim was sent. */
export function forgetClaim(patientId: number): void {
	forgetDraft(accountKey(patientId));
	localStore.remove(CLAIM_KEY);
}

/**
 * An order is paid. Deletes the draft of the claim that it created; the payment of an existing claim, or of a claim as
 * it was before a change, leaves the draft unchanged.
 */
export function completeOrder(oid: string): void {
	const draft = readClaim();
	if (draft?.oid !== oid) return;
	if (draft.insuranceId === null) forgetClaim(draft.patientId);
	else saveClaim({ ...draft, oid: null, insuranceId: null });
}

/** Records the order that pays for an existing claim, independent of the draft. */
export function notePayment(patientId: number, oid: string, insuranceId: number): void {
	saveClaim({ ...(readClaim(patientId) ?? emptyClaim(patientId)), oid, insuranceId });
}

/** The open order failed, or paid for another claim. The draft stays. */
export function dropOrder(oid: string): void {
	const draft = readClaim();
	if (draft?.oid === oid) saveClaim({ ...draft, oid: null, insuranceId: null, orderKey: randomKey() });
}

/** The open order of an existing claim. */
export function openOrderOf(patientId: number, insuranceId: number): string | null {
	const draft = readClaim(patientId);
	return draft?.insuranceId === insuranceId ? draft.oid : null;
}

const isSameClaim = (a: ClaimDraft, b: ClaimDraft): boolean =>
	a.patientId === b.patientId &&
	a.kind === b.kind &&
	a.priorClaimId === b.priorClaimId &&
	a.institution?.id === b.institution?.id;

/** The order that makes a claim from a draft; null also for the order of an existing claim. */
const ownOrder = ({ oid, insuranceId }: ClaimDraft): string | null => (insuranceId === null ? oid : null);

/** The orders whose payment makes a claim from this draft, including one that another tab has stored. */
export function ordersOf(draft: ClaimDraft): string[] {
	const stored = readClaim(draft.patientId);
	const drafts = stored && isSameClaim(stored, draft) ? [draft, stored] : [draft];
	const orders = drafts.flatMap((each) => [ownOrder(each), each.earlierOid]);
	return [...new Set(orders)].filter((oid) => oid !== null);
}

/** The account number that the patient typed in this tab. */
export function readAccount(patientId: number): string {
	return readDraft<{ number: string }>(accountKey(patientId))?.number ?? "";
}

export const saveAccount = (patientId: number, number: string): void =>
	saveDraft(accountKey(patientId), { number });

/** The furthest step that a draft has reached. */
export function furthestStep(draft: ClaimDraft): number {
	if (draft.institution === null) return 0;
	if (draft.insurer === null) return 1;
	return draft.info !== null && safeParse(infoSchema, draft.info).success ? 3 : 2;
}

function isSame(draft: ClaimDraft, patch: Partial<ClaimDraft>): boolean {
	const names = Object.keys(patch) as (keyof ClaimDraft)[];
	return names.every((name) => JSON.stringify(draft[name]) === JSON.stringify(patch[name]));
}

/** Fields that say which orders exist, and not what is claimed. */
const ORDER_FIELDS: ReadonlySet<string> = new Set(["oid", "insuranceId", "earlierOid"]);

/** An order belongs to the claim as it was: a changed claim needs a new order, with a new key. */
function patched(draft: ClaimDraft, patch: Partial<ClaimDraft>): ClaimDraft {
	const isContent = Object.keys(patch).some((name) => !ORDER_FIELDS.has(name));
	const orderKey = isContent || patch.oid === null ? randomKey() : draft.orderKey;
	// The order of an existing claim is independent of the draft.
	const isReplaced = isContent && draft.oid !== null && draft.insuranceId === null;
	return { ...draft, orderKey, ...(isReplaced ? { oid: null, earlierOid: draft.oid } : {}), ...patch };
}

/** Calls `onOrder` when another tab opens an order for the same draft. Returns a function that unsubscribes. */
function watchOtherTabs(current: () => ClaimDraft, onOrder: (oid: string) => void): () => void {
	const onStorage = ({ key, newValue }: StorageEvent) => {
		const stored = key === CLAIM_KEY ? parse(newValue) : null;
		const oid = stored && isSameClaim(stored, current()) ? ownOrder(stored) : null;
		if (oid !== null && oid !== current().oid) onOrder(oid);
	};
	window.addEventListener("storage", onStorage);
	return () => window.removeEventListener("storage", onStorage);
}

/** The draft of a claim. It survives a reload, a sign-in, and a payment in the same tab. */
export function useClaimDraft(initial: () => ClaimDraft) {
	const [draft, setDraft] = useState(initial);
	// Input and responses can arrive before a render, so each change applies to the latest draft.
	const newest = useRef(draft);
	useEffect(() => saveClaim(newest.current), []);
	const change = useCallback((patch: Partial<ClaimDraft>) => {
		if (isSame(newest.current, patch)) return;
		const next = patched(newest.current, patch);
		newest.current = next;
		saveClaim(next);
		setDraft(next);
	}, []);
	useEffect(
		() =>
			watchOtherTabs(
				() => newest.current,
				// Not stored, so that the other tab finds its order again.
				(oid) => {
					newest.current = { ...newest.current, earlierOid: oid };
					setDraft(newest.current);
				},
			),
		[],
	);
	return { draft, change };
}
