import type { Patient } from "~/shared/api/types";
import { type ClaimDraft, readAccount } from "./claim-draft";
import type { DetailValues, InfoValues } from "./schema";

/** Initial values of step 2: the stored draft, otherwise the patient's data. */
export function infoFrom(draft: ClaimDraft, patient: Patient): InfoValues {
	return {
		accidentType: "dental",
		onsetDate: "",
		reason: "",
		insuredName: patient.name,
		mobile: patient.phoneNumber,
		...draft.info,
	};
}

/** The first six digits of a resident number. */
const frontOf = (birth: string | null | undefined) => (birth?.replace(/\D/g, "") ?? "").slice(2);

/**
 * Initial values of the last step. No part of the resident number is stored; its first part is the insured person's
 * birth date.
 */
export function detailsFrom(
	draft: ClaimDraft,
	patient: Patient,
	birth: string | null | undefined,
): DetailValues {
	return {
		bankName: draft.payout.bankName,
		depositor: draft.payout.depositor || patient.name,
		accountNumber: readAccount(patient.id),
		residentFront: frontOf(birth),
		residentBack: "",
		...draft.address,
	};
}
