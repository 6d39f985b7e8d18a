import { useEffect, useRef } from "react";
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from "react-router";

interface StepState {
	/** The steps of the history entries right below this one. */
	below?: readonly number[];
}

/**
 * Navigation between a wizard's steps in the URL: next adds a history entry, and back returns to the step's own entry,
 * so that the browser's Back leads through the steps in their order.
 */
export function useStepHistory<Step extends number>(
	step: Step,
	queryOf: (step: Step) => Record<string, string>,
) {
	const [, setQuery] = useSearchParams();
	const navigate = useNavigate();
	const { state } = useLocation();
	const below = (state as StepState | null)?.below ?? [];
	// The previous step stays visible until the next one's code is loaded; a second press must not navigate again.
	const target = useRef(step);
	useEffect(() => {
		target.current = step;
	}, [step]);
	const leaveFor = (to: Step, go: () => void) => {
		if (target.current === to) return;
		target.current = to;
		go();
	};
	const show = (to: Step, options: NavigateOptions) =>
		leaveFor(to, () => {
			setQuery(queryOf(to), options);
			window.scrollTo(0, 0);
		});
	const replace = (to: Step) => show(to, { replace: true, state });
	return {
		next: (to: Step) => show(to, { state: { below: [...below, step] } satisfies StepState }),
		back: (to: Step) => {
			const at = below.lastIndexOf(to);
			if (at < 0) replace(to);
			else leaveFor(to, () => void navigate(at - below.length));
		},
		/** Shows another step in place of the current one. */
		replace,
	};
}
