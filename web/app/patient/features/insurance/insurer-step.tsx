import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Insurer } from "~/domain/claim/types";
import { FavoriteToggle } from "~/patient/ui/favorite-toggle";
import { InstitutionCard } from "~/patient/ui/institution-card";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { useFirstInvalid } from "~/shared/ui/form/use-first-invalid";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import type { ClaimDraft } from "./claim-draft";
import { ConsentBoxes } from "./consent-boxes";
import {
	nameOf,
	type RequiredConsent,
	requiredConsents,
	useGiveConsents,
	useMissingConsents,
} from "./consents";
import { InsurerField } from "./insurer-field";
import { PublicNote } from "./public-note";
import { useInsurers } from "./queries";

interface Props {
	draft: ClaimDraft;
	onChoose: (insurer: Insurer) => void;
	onBack: () => void;
	onDone: () => void;
}

/** Names of the consents that are checked, and not given yet. */
function useAgreed() {
	const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
	const agree = (name: string, checked: boolean) => {
		const after = new Set(agreed);
		if (checked) after.add(name);
		else after.delete(name);
		setAgreed(after);
	};
	return { agreed, agree };
}

/** Step 1: the insurer, and the consents without which no data may be passed on. */
export function InsurerStep({ draft, onChoose, onBack, onDone }: Props) {
	const { t } = useTranslation("insurance");
	const { institution, insurer } = draft;
	const insurers = useInsurers();
	const needed = institution ? requiredConsents(institution, insurer) : [];
	const { missing, error, refetch } = useMissingConsents(needed);
	const give = useGiveConsents();
	const { agreed, agree } = useAgreed();
	const { container, isSubmitted, markSubmitted } = useFirstInvalid();
	if (!institution) return null;
	const failed = insurers.error ?? error;
	if (failed && !(insurers.data && missing)) {
		const retry = () => void Promise.all([insurers.refetch(), refetch()]);
		return <ErrorState error={failed} onRetry={retry} />;
	}
	if (!insurers.data || !missing) return <Skeleton className="h-72 rounded-[18px]" />;

	const next = (open: readonly RequiredConsent[]) => {
		markSubmitted();
		if (!insurer || give.isPending || open.some((each) => !agreed.has(nameOf(each)))) return;
		if (open.length === 0) return onDone();
		give.mutate(open, { onSuccess: onDone });
	};
	const all = insurers.data.insurers;
	const fixed = draft.kind === "reclaim" || draft.kind === "resend";
	return (
		<div ref={container} className="flex flex-col gap-5">
			<InstitutionCard
				institution={institution}
				label={t("chosenClinic")}
				action={<FavoriteToggle institution={institution} />}
			/>
			<InsurerField
				insurers={fixed ? all.filter((each) => each.id === insurer?.id) : all}
				chosen={insurer}
				error={isSubmitted && !insurer ? t("error.insurer") : undefined}
				onChoose={onChoose}
			/>
			<PublicNote />
			<ConsentBoxes consents={missing} agreed={agreed} isSubmitted={isSubmitted} onAgree={agree} />
			{give.error ? <Notice tone="danger">{fieldProblemText(give.error)}</Notice> : null}
			<div className="grid grid-cols-[auto_1fr] gap-2">
				<Button tone="secondary" onPress={onBack}>
					{t("action.before")}
				</Button>
				<Button isPending={give.isPending} onPress={() => next(missing)}>
					{t("action.next")}
				</Button>
			</div>
		</div>
	);
}
