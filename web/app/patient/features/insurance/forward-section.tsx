import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldProblemText } from "~/shared/api/problem-text";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import type { ClaimDraft } from "./claim-draft";
import { ConsentBoxes } from "./consent-boxes";
import { insurerConsent, nameOf, useGiveConsents, useMissingConsents } from "./consents";
import { InsurerField } from "./insurer-field";
import { useInsurers } from "./queries";

/** The other insurer of a claim, and whether its consent is given. */
export function useForward(draft: ClaimDraft) {
	const asks = draft.forwarding && draft.kind !== "forward";
	const insurer = asks ? draft.forwardInsurer : null;
	const needed = insurer ? [insurerConsent(insurer)] : [];
	const consents = useMissingConsents(needed);
	const give = useGiveConsents();
	const missing = consents.missing ?? needed;
	return { asks, insurer, missing, give, isReady: !asks || (insurer !== null && missing.length === 0) };
}

interface Props {
	draft: ClaimDraft;
	forward: ReturnType<typeof useForward>;
	isSubmitted: boolean;
	onChange: (change: Partial<ClaimDraft>) => void;
}

/** Selects the other insurer and asks for its consent. */
export function ForwardSection({ draft, forward, isSubmitted, onChange }: Props) {
	const { t } = useTranslation("insurance");
	const insurers = useInsurers();
	const { asks, insurer, missing, give } = forward;
	if (!asks) return null;
	if (insurers.error && !insurers.data) {
		return <ErrorState error={insurers.error} onRetry={() => void insurers.refetch()} />;
	}
	if (!insurers.data) return <Skeleton className="h-52 rounded-[18px]" />;
	const others = insurers.data.insurers.filter(({ id }) => id !== draft.insurer?.id);
	return (
		<section aria-labelledby="forward" className="flex flex-col gap-4">
			<h2 id="forward" className="text-header">
				{t("forward.title")}
			</h2>
			<InsurerField
				insurers={others}
				chosen={insurer}
				error={isSubmitted && !insurer ? t("forward.missing") : undefined}
				onChoose={(forwardInsurer) => onChange({ forwardInsurer })}
			/>
			<ForwardConsent key={insurer?.id} missing={missing} give={give} isSubmitted={isSubmitted} />
			{give.error ? <Notice tone="danger">{fieldProblemText(give.error)}</Notice> : null}
		</section>
	);
}

type ConsentProps = Pick<ReturnType<typeof useForward>, "missing" | "give"> & { isSubmitted: boolean };

/** Checking the box gives the consent at once. */
function ForwardConsent({ missing, give, isSubmitted }: ConsentProps) {
	const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
	return (
		<ConsentBoxes
			consents={missing}
			agreed={agreed}
			isSubmitted={isSubmitted}
			onAgree={(name, checked) => {
				setAgreed(checked ? new Set([name]) : new Set());
				const consents = missing.filter((each) => nameOf(each) === name);
				if (checked && consents.length > 0 && !give.isPending) {
					give.mutate(consents, { onError: () => setAgreed(new Set()) });
				}
			}}
		/>
	);
}
