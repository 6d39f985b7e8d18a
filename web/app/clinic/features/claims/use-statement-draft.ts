import { useRef, useState } from "react";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { StaffClaim } from "~/domain/claim/types";
import { readDraft, saveDraft } from "~/shared/lib/draft";
import { emptyStatement, type TypedStatement } from "./statement";

interface StatementDraft {
	typed: TypedStatement;
	/** Code of the document being generated. */
	making: string | null;
	/** Whether nothing typed would be lost: it is part of a document, or nothing was typed. */
	isMade: boolean;
}

/** Input for a claim's documents, kept in this tab for the signed-in staff member. It stays for the claim's other documents. */
export function useStatementDraft({ id, onsetDate }: StaffClaim) {
	const { staff } = useStaffSession();
	const key = `statement:${staff?.id}:${id}`;
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
