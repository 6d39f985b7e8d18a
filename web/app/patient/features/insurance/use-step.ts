import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { followUpQuery } from "./claim-body";
import { type ClaimDraft, furthestStep } from "./claim-draft";

export const STEPS = [0, 1, 2, 3] as const;
export const [CLINIC, INSURER, INFO, PAY] = STEPS;
export type Step = (typeof STEPS)[number];
export const STEP = "step";

/** The wizard's steps in the URL: next adds a history entry, back uses the browser's history if possible. */
export function useStep(draft: ClaimDraft) {
	const [query, setQuery] = useSearchParams();
	const navigate = useNavigate();
	const isFromStep = (useLocation().state as { isFromStep?: true } | null)?.isFromStep === true;
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
		if (isOther) setQuery(queryOf(step), { replace: true });
	}, [isOther, step]);
	// The previous step stays visible until the next one's code is loaded; a second press must not navigate again.
	const target = useRef<Step>(step);
	useEffect(() => {
		target.current = step;
	}, [step]);
	const show = (next: Step, options: Parameters<typeof setQuery>[1]) => {
		if (target.current === next) return;
		target.current = next;
		setQuery(queryOf(next), options);
		window.scrollTo(0, 0);
	};
	return {
		step,
		next: (next: Step) => show(next, { state: { isFromStep: true } }),
		back: (before: Step) => (isFromStep ? void navigate(-1) : show(before, { replace: true })),
		/** Navigates to a rejected step, without keeping the current one in the history. */
		lead: (where: Step) => show(where, { replace: true }),
	};
}
