import { parse } from "valibot";
import type { AccidentType, Claim, ClaimChoice, DocumentCode, NewClaim } from "~/domain/claim/types";
import type { ClaimDraft } from "./claim-draft";
import { type DetailValues, type InfoValues, infoSchema } from "./schema";

/** The choices of the draft that determine the fee. */
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

/** The request body, or null until every step is complete. */
export function bodyOf(draft: ClaimDraft, info: InfoValues, details: DetailValues): NewClaim | null {
	const { institution, insurer, registeredMail, forwarding, forwardInsurer, kind } = draft;
	if (!institution || !insurer) return null;
	const { zipcode, address, addressDetail, ...payout } = details;
	const parsed = parse(infoSchema, info);
	return {
		institutionId: institution.id,
		insurerId: insurer.id,
		forwardInsurerId: forwarding && kind !== "forward" ? (forwardInsurer?.id ?? null) : null,
		personId: draft.personId,
		consented: true,
		...parsed,
		accidentType: parsed.accidentType as AccidentType,
		...choiceOf(draft),
		...(forwarding ? payout : {}),
		...(registeredMail ? { zipcode, address, addressDetail } : {}),
	};
}

/** The choices of an existing claim. Null for a claim that follows another one, which would be needed to know them. */
export function choiceOfClaim(claim: Claim): ClaimChoice | null {
	const { kind, doctorSignature, registeredMail, forwarding } = claim.options;
	if (kind !== "new") return null;
	const documents = claim.documents.map(({ code }) => code as DocumentCode);
	return { documents, doctorSignature, registeredMail, forwarding, kind };
}

const FOLLOW_UP_KINDS: readonly FollowUpClaim["kind"][] = ["reclaim", "forward", "resend"];

/** A kind of claim that follows a paid one. */
export interface FollowUpClaim {
	kind: "reclaim" | "forward" | "resend";
	prior: number;
}

/** Parses the kind and the prior claim from the URL. */
export function parseFollowUp(query: URLSearchParams): FollowUpClaim | null {
	const kind = FOLLOW_UP_KINDS.find((each) => each === query.get("kind"));
	const prior = Number(query.get("prior"));
	return kind && Number.isSafeInteger(prior) && prior > 0 ? { kind, prior } : null;
}

/** URL parameters of the claim that a draft follows; none for a new claim. */
export function followUpQuery({ kind, priorClaimId }: ClaimDraft): Record<string, string> {
	return kind === "new" || priorClaimId === null ? {} : { kind, prior: String(priorClaimId) };
}

/** Whether a stored draft matches the URL: the prior claim and the kind must be the same. */
export function matchesAddress(draft: ClaimDraft, followUp: FollowUpClaim | null): boolean {
	return followUp
		? draft.kind === followUp.kind && draft.priorClaimId === followUp.prior
		: draft.kind === "new";
}

/** A draft that follows a paid claim, with the same clinic and person, and changes by kind. */
export function draftAfter(claim: Claim, kind: FollowUpClaim["kind"], start: ClaimDraft): ClaimDraft {
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
		},
		payout: { bankName: claim.bankName ?? "", depositor: claim.depositor ?? "" },
		documents:
			kind === "resend" || kind === "forward" ? [] : claim.documents.map(({ code }) => code as DocumentCode),
		doctorSignature: kind === "reclaim" && claim.options.doctorSignature,
		registeredMail: kind === "resend",
		address: (kind === "resend" && claim.mailTo) || start.address,
		forwarding: kind === "forward",
		kind,
		priorClaimId: claim.id,
	};
}
