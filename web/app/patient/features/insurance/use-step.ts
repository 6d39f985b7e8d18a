import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { followingQuery } from "./claim-body";
import { type ClaimDraft, furthestStep } from "./claim-draft";

export const STEPS = [0, 1, 2, 3] as const;
export const [CLINIC, INSURER, INFO, PAY] = STEPS;
export type Step = (typeof STEPS)[number];
export const STEP = "step";

/** The steps as addresses: forward is a new one, back is the browser's own way back where there is one. */
export function useStep(draft: ClaimDraft) {
	const [query, setQuery] = useSearchParams();
	const navigate = useNavigate();
	const isFromStep = (useLocation().state as { isFromStep?: true } | null)?.isFromStep === true;
	// The clinic of a claim that follows another one is given.
	const first = draft.kind === "new" ? CLINIC : INSURER;
	const requested = Number(query.get(STEP) ?? (query.has("institutionId") ? INSURER : first));
	const furthest = furthestStep(draft);
	const step = STEPS.find((each) => each === Math.max(first, Math.min(requested, furthest))) ?? first;
	const following = followingQuery(draft);
	const queryOf = (next: Step) => ({ ...following, ...(next === CLINIC ? {} : { [STEP]: String(next) }) });
	const isOther = requested !== step || query.has("institutionId");
	// An address that leads further than the draft, or that the draft has taken in, is the one of the step that is shown.
	// biome-ignore lint/correctness/useExhaustiveDependencies: for each address that is another one
	useEffect(() => {
		if (isOther) setQuery(queryOf(step), { replace: true });
	}, [isOther, step]);
	// The step before stays on the screen until the next one's code is there: a second press leads nowhere else.
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
		/** To where a refusal is put right: the refused step does not stay in the way back. */
		lead: (where: Step) => show(where, { replace: true }),
	};
}
