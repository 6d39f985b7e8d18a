import { useCallback, useEffect, useRef, useState } from "react";
import { safeParse } from "valibot";
import type { ClaimKind, DocumentCode, Insurer } from "~/domain/claim/types";
import type { Institution } from "~/shared/api/types";
import { CLAIM_KEY, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { randomKey } from "~/shared/lib/random-key";
import { localStore } from "~/shared/lib/storage";
import { type InfoValues, infoSchema, type PayoutValues } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where the account number waits: in this tab alone. */
const ACCOUNT = "claimAccount";

export interface ClaimDraft {
	/** Whose draft it is: another person in the same browser starts fresh. */
	patientId: number;
	/** The insured person, of the account; null for its holder. */
	personId: number | null;
	/** When it was last changed: after a day it is not resumed. */
	savedAt: string;
	institution: Institution | null;
	insurer: Insurer | null;
	info: InfoValues | null;
	/** Of the payout what may lie in the browser's storage: no account number, nothing of the resident number. */
	payout: Pick<PayoutValues, "bankName" | "depositor">;
	documents: DocumentCode[];
	doctorSignature: boolean;
	registeredMail: boolean;
	forwarding: boolean;
	/** The other insurer that the documents go to, with `forwarding`. */
	forwardInsurer: Insurer | null;
	kind: ClaimKind;
	priorClaimId: number | null;
	address: { zipcode: string; address: string; addressDetail: string };
	/** Names the attempts to pay for the claim as it is: pressed again they are one order. Each change renews it. */
	orderKey: string;
	/** The order under way, and the claim that it pays for where that one is made already. */
	oid: string | null;
	insuranceId: number | null;
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
	};
}

/** Takes a stored text for a claim, or null: another shape, too old, or not one at all. */
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

/** The claim in progress, as this browser keeps it: URL-encoded JSON. What cannot be taken up any more is dropped. */
export function readClaim(patientId?: number): ClaimDraft | null {
	const draft = parse(localStore.get(CLAIM_KEY));
	if (!draft) localStore.remove(CLAIM_KEY);
	return draft && (patientId === undefined || draft.patientId === patientId) ? draft : null;
}

/** Keeps the claim; where storage is refused it lasts for this page. */
export function saveClaim(draft: ClaimDraft): void {
	const text = JSON.stringify({ ...draft, savedAt: new Date().toISOString() });
	localStore.set(CLAIM_KEY, encodeURIComponent(text));
}

/** Forgets the claim in progress: it was sent. */
export function forgetClaim(): void {
	forgetDraft(ACCOUNT);
	localStore.remove(CLAIM_KEY);
}

/** The order under way is paid: a claim made by it is done with; one paid for in between leaves the draft as it was. */
export function settleClaim(draft: ClaimDraft): void {
	if (draft.insuranceId === null) forgetClaim();
	else saveClaim({ ...draft, oid: null, insuranceId: null });
}

/** Notes which order pays for a claim that is made already, apart from what is in progress. */
export function notePayment(patientId: number, oid: string, insuranceId: number): void {
	saveClaim({ ...(readClaim(patientId) ?? emptyClaim(patientId)), oid, insuranceId });
}

/** The order under way failed, or was paid for another claim: the draft stays. */
export function dropOrder(oid: string): void {
	const draft = readClaim();
	if (draft?.oid === oid) saveClaim({ ...draft, oid: null, insuranceId: null, orderKey: randomKey() });
}

/** The order under way for a claim that is made already. */
export function openOrderOf(patientId: number, insuranceId: number): string | null {
	const draft = readClaim(patientId);
	return draft?.insuranceId === insuranceId ? draft.oid : null;
}

interface StoredAccount {
	patientId: number;
	number: string;
}

/** The account number that a patient typed in this tab. */
export function keptAccount(patientId: number): string {
	const kept = readDraft<StoredAccount>(ACCOUNT);
	return kept?.patientId === patientId ? kept.number : "";
}

export const keepAccount = (kept: StoredAccount): void => saveDraft(ACCOUNT, kept);

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

/** The claim in the making, kept across a reload, a way through sign-in and a payment in the same tab. */
export function useClaimDraft(initial: () => ClaimDraft) {
	const [draft, setDraft] = useState(initial);
	// What is typed and what a call answers may meet: each changes the newest.
	const newest = useRef(draft);
	useEffect(() => saveClaim(newest.current), []);
	const change = useCallback((patch: Partial<ClaimDraft>) => {
		if (isSame(newest.current, patch)) return;
		// An order is made for the claim as it is; whatever else changes makes it another one.
		const orderKey = typeof patch.oid === "string" ? newest.current.orderKey : randomKey();
		const next = { ...newest.current, orderKey, ...patch };
		newest.current = next;
		saveClaim(next);
		setDraft(next);
	}, []);
	return { draft, change };
}
