import { useEffect, useRef, useState } from "react";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { StaffClaim } from "~/domain/claim/types";
import type { Staff } from "~/shared/api/types";
import { type DraftKey, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { emptyStatement, type TypedStatement } from "./statement";

/** Status of a claim whose documents are being issued. */
const ISSUING = 1;

interface StatementDraft {
	typed: TypedStatement;
	/** Code of the document being generated. */
	making: string | null;
	/** Whether nothing typed would be lost: it is part of a document, or nothing was typed. */
	isMade: boolean;
}

const keyOf = (staff: Staff | null, claimId: number): DraftKey =>
	`staff:${staff?.id ?? ""}:statement:${claimId}`;

/** Returns a function that deletes the input for a claim once its documents are released, or the claim is canceled. */
export function useForgetStatement() {
	const { staff } = useStaffSession();
	return ({ id, status }: StaffClaim) => {
		if (status > ISSUING || status < 0) forgetDraft(keyOf(staff, id));
	};
}

/**
 * Input for a claim's documents, kept in this tab for the signed-in staff member. It stays for the claim's other
 * documents until all are released.
 */
export function useStatementDraft(claim: StaffClaim) {
	const { id, onsetDate } = claim;
	const { staff } = useStaffSession();
	const key = keyOf(staff, id);
	const forget = useForgetStatement();
	// A colleague may have released them.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each status
	useEffect(() => forget(claim), [id, claim.status]);
	const [draft, setDraft] = useState(
		() => readDraft<StatementDraft>(key) ?? { typed: emptyStatement(onsetDate), making: null, isMade: true },
	);
	const latest = useRef(draft);
	const update = (change: Partial<StatementDraft>) => {
		const next = { ...latest.current, ...change };
		latest.current = next;
		setDraft(next);
		saveDraft(key, next);
	};
	return {
		...draft,
		setTyped: (typed: TypedStatement) => update({ typed, isMade: false }),
		setMaking: (making: string | null) => update({ making }),
		/** A document was generated from `made`; input that is newer stays unsaved. */
		markSaved: (made: TypedStatement) => {
			const isMade = latest.current.typed === made;
			update(isMade ? { making: null, isMade } : {});
		},
	};
}
