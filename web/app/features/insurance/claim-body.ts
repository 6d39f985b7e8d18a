import type {
	AccidentType,
	Claim,
	ClaimChoice,
	ClaimKind,
	DocumentCode,
	NewClaim,
} from "~/lib/insurance/types";
import { digitsOf } from "~/lib/person";
import type { ClaimDraft } from "./claim-draft";
import type { InfoValues } from "./schema";

/** What the draft asks for, as the fee is computed from it. */
export function choiceOf(draft: ClaimDraft): ClaimChoice {
	const { documents, doctorSignature, registeredMail, forwarding, kind, priorClaimId } = draft;
	return {
		documents,
		doctorSignature,
		registeredMail,
		forwarding,
		kind,
		...(priorClaimId === null ? {} : { priorClaimId }),
	};
}

/** The claim as it is sent, once every step is done. */
export function bodyOf(draft: ClaimDraft, values: InfoValues): NewClaim | null {
	const { institution, insurer, registeredMail, address, forwarding, forwardInsurer, kind } = draft;
	if (!institution || !insurer) return null;
	return {
		institutionId: institution.id,
		insurerId: insurer.id,
		forwardInsurerId: forwarding && kind !== "forward" ? (forwardInsurer?.id ?? null) : null,
		personId: draft.personId,
		consented: true,
		insuredName: values.insuredName.trim(),
		mobile: digitsOf(values.mobile),
		onsetDate: values.onsetDate,
		accidentType: values.accidentType as AccidentType,
		reason: values.reason.trim(),
		bankName: values.bankName.trim(),
		accountNumber: digitsOf(values.accountNumber),
		depositor: values.depositor.trim(),
		residentFront: values.residentFront.trim(),
		residentBack: values.residentBack.trim(),
		...choiceOf(draft),
		...(registeredMail ? trimmed(address) : {}),
	};
}

function trimmed({ zipcode, address, addressDetail }: ClaimDraft["address"]) {
	return { zipcode: zipcode.trim(), address: address.trim(), addressDetail: addressDetail.trim() };
}

/** What a made claim asked for; null where that cannot be said without the claim that it follows. */
export function choiceMade(claim: Claim): ClaimChoice | null {
	const { kind, doctorSignature, registeredMail, forwarding } = claim.options;
	if (kind !== "new") return null;
	const documents = claim.documents.map(({ code }) => code as DocumentCode);
	return { documents, doctorSignature, registeredMail, forwarding, kind };
}

const FOLLOWING: readonly ClaimKind[] = ["reclaim", "forward", "resend"];

/** The kind that an address asks for, with the claim that it follows. */
export function followingOf(query: URLSearchParams): { kind: ClaimKind; prior: number } | null {
	const kind = FOLLOWING.find((each) => each === query.get("kind"));
	const prior = Number(query.get("prior"));
	return kind && Number.isSafeInteger(prior) && prior > 0 ? { kind, prior } : null;
}

/** A draft that follows a paid claim: the same clinic and person, and what its kind changes. */
export function draftAfter(claim: Claim, kind: ClaimKind, start: ClaimDraft): ClaimDraft {
	return {
		...start,
		personId: claim.person.relation === "self" ? null : claim.person.id,
		institution: claim.institution,
		insurer: kind === "forward" ? null : claim.insurer,
		info: {
			accidentType: claim.accidentType,
			onsetDate: claim.onsetDate,
			reason: claim.reason,
			insuredName: claim.insuredName,
			mobile: claim.mobile,
			bankName: claim.bankName,
			depositor: claim.depositor,
		},
		documents:
			kind === "resend" || kind === "forward" ? [] : claim.documents.map(({ code }) => code as DocumentCode),
		doctorSignature: kind === "reclaim" && claim.options.doctorSignature,
		registeredMail: kind === "resend",
		forwarding: kind === "forward",
		kind,
		priorClaimId: claim.id,
	};
}
