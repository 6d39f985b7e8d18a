import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { isStatus } from "~/shared/api/problem";
import { fieldProblemText } from "~/shared/api/problem-text";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import type { ClaimDraft } from "./claim-draft";
import { ConsentBoxes } from "./consent-boxes";
import { insurerConsent, nameOf, useMissingConsents, useSetConsent } from "./consents";
import { InsurerField } from "./insurer-field";
import { useInsurers } from "./queries";

/** The other insurer of a claim, and whether its consent is given. */
export function useForward(draft: ClaimDraft) {
	const asks = draft.forwarding && draft.kind !== "forward";
	const insurer = asks ? draft.forwardInsurer : null;
	const consent = insurer && insurerConsent(insurer);
	const { missing } = useMissingConsents(consent ? [consent] : []);
	const set = useSetConsent();
	const isGiven = missing?.length === 0;
	return { asks, insurer, consent, isGiven, set, isReady: !asks || (insurer !== null && isGiven) };
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
	const { asks, insurer, set } = forward;
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
				onChoose={(forwardInsurer) => {
					set.reset();
					onChange({ forwardInsurer });
				}}
			/>
			<ForwardConsent forward={forward} isSubmitted={isSubmitted} />
			{set.error ? <ConsentProblem error={set.error} /> : null}
		</section>
	);
}

/** Checking the box gives the consent at once, unchecking it withdraws it. */
function ForwardConsent({ forward, isSubmitted }: Pick<Props, "forward" | "isSubmitted">) {
	const { consent, isGiven, set } = forward;
	if (!consent) return null;
	const isChecked = set.isPending ? set.variables.given : isGiven;
	return (
		<ConsentBoxes
			consents={[consent]}
			agreed={new Set(isChecked ? [nameOf(consent)] : [])}
			isSubmitted={isSubmitted}
			onAgree={(_name, given) => {
				if (!set.isPending) set.mutate({ consent, given });
			}}
		/>
	);
}

/** A withdrawal that cancels other claims is confirmed where these are listed. */
function ConsentProblem({ error }: { error: unknown }) {
	const { t } = useTranslation();
	const action = isStatus(error, 409) ? (
		<Link to={href("/account/consents")} className={buttonStyle("secondary", "", "tight")}>
			{t("title.consents")}
		</Link>
	) : null;
	return (
		<Notice tone="danger" action={action}>
			{fieldProblemText(error)}
		</Notice>
	);
}
