import { useCallback, useState } from "react";
import type { Institution, Patient } from "~/lib/api/types";
import { CLAIM_KEY, forgetDraft, readDraft, saveDraft } from "~/lib/draft";
import type { ClaimKind, DocumentCode, Insurer } from "~/lib/insurance/types";
import type { InfoValues } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where the account number waits: in this tab alone. */
const ACCOUNT = "claimAccount";

/** What may lie in the browser's storage: nothing of the resident number, and no account number. */
export type KeptValues = Omit<InfoValues, "accountNumber" | "residentFront" | "residentBack">;

export interface ClaimDraft {
	/** Whose draft it is: another person in the same browser begins anew. */
	patientId: number;
	/** The insured person, of the account; null for its holder. */
	personId: number | null;
	/** When it was last changed: after a day it is not taken up again. */
	savedAt: string;
	institution: Institution | null;
	insurer: Insurer | null;
	info: KeptValues | null;
	documents: DocumentCode[];
	doctorSignature: boolean;
	registeredMail: boolean;
	forwarding: boolean;
	/** The other insurer that the documents go to, with `forwarding`. */
	forwardInsurer: Insurer | null;
	kind: ClaimKind;
	priorClaimId: number | null;
	address: { zipcode: string; address: string; addressDetail: string };
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
		documents: ["medical_bill_receipt", "detailed_statement"],
		doctorSignature: false,
		registeredMail: false,
		forwarding: false,
		forwardInsurer: null,
		kind: "new",
		priorClaimId: null,
		address: { zipcode: "", address: "", addressDetail: "" },
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
	try {
		const draft = parse(localStorage.getItem(CLAIM_KEY));
		if (!draft) localStorage.removeItem(CLAIM_KEY);
		return draft && (patientId === undefined || draft.patientId === patientId) ? draft : null;
	} catch {
		return null;
	}
}

export function saveClaim(draft: ClaimDraft): void {
	try {
		const text = JSON.stringify({ ...draft, savedAt: new Date().toISOString() });
		localStorage.setItem(CLAIM_KEY, encodeURIComponent(text));
	} catch {
		// Private windows may refuse storage; the claim then lasts for this page.
	}
}

/** Forgets the claim in progress: it is handed in. */
export function forgetClaim(): void {
	forgetDraft(ACCOUNT);
	try {
		localStorage.removeItem(CLAIM_KEY);
	} catch {
		// Nothing was kept where storage is refused.
	}
}

/** The order under way is paid: a claim made by it is done with; one paid for in between leaves the draft as it was. */
export function settleClaim(draft: ClaimDraft): void {
	if (draft.insuranceId === null) forgetClaim();
	else saveClaim({ ...draft, oid: null, insuranceId: null });
}

/** Notes which order pays for a claim that is made already, beside whatever is in progress. */
export function notePayment(patientId: number, oid: string, insuranceId: number): void {
	saveClaim({ ...(readClaim(patientId) ?? emptyClaim(patientId)), oid, insuranceId });
}

/** The account number typed in this tab. */
export const keptAccount = (): string => readDraft<{ number: string }>(ACCOUNT)?.number ?? "";
export const keepAccount = (number: string): void => saveDraft(ACCOUNT, { number });

/** The parts of a form that may be kept. */
export function keptOf(values: InfoValues): KeptValues {
	const { accountNumber: _account, residentFront: _front, residentBack: _back, ...kept } = values;
	return kept;
}

/** The furthest step that a draft has reached. */
export function furthestStep(draft: ClaimDraft, hasSecrets: boolean): number {
	if (draft.institution === null) return 0;
	if (draft.insurer === null) return 1;
	return draft.info !== null && hasSecrets ? 3 : 2;
}

/** The claim in the making, kept across a reload, a way through sign-in and a payment in the same tab. */
export function useClaimDraft(patient: Patient, begun: ClaimDraft | null) {
	const [draft, setDraft] = useState(() => begun ?? readClaim(patient.id) ?? emptyClaim(patient.id));
	const keep = useCallback((next: ClaimDraft) => {
		setDraft(next);
		saveClaim(next);
	}, []);
	return { draft, keep };
}
