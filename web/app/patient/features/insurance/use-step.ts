import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useStepHistory } from "~/patient/lib/use-step-history";
import { followUpQuery } from "./claim-body";
import { type ClaimDraft, furthestStep } from "./claim-draft";

export const STEPS = [0, 1, 2, 3] as const;
export const [CLINIC, INSURER, INFO, PAY] = STEPS;
export type Step = (typeof STEPS)[number];
export const STEP = "step";

/** The wizard's steps in the URL. */
export function useStep(draft: ClaimDraft) {
	const [query, setQuery] = useSearchParams();
	const { state } = useLocation();
	// A claim that follows another one has a fixed clinic.
	const first = draft.kind === "new" ? CLINIC : INSURER;
	const requested = Number(query.get(STEP) ?? (query.has("institutionId") ? INSURER : first));
	const furthest = furthestStep(draft);
	const step = STEPS.find((each) => each === Math.max(first, Math.min(requested, furthest))) ?? first;
	const followUp = followUpQuery(draft);
	const queryOf = (next: Step) => ({ ...followUp, ...(next === CLINIC ? {} : { [STEP]: String(next) }) });
	const isOther = requested !== step || query.has("institutionId");
	// Replaces a URL that is ahead of the draft, or whose clinic is already in the draft.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each such URL
	useEffect(() => {
		if (isOther) setQuery(queryOf(step), { replace: true, state });
	}, [isOther, step]);
	return { step, ...useStepHistory(step, queryOf) };
}
