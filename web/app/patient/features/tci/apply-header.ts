import type { Step } from "./step-indicator";

const HIDDEN_FROM = 7;

/** The header over a step of the wizard: its title differs at the first step, which alone has the way back. */
export function headerAt(step: number): {
	title: "apply.headerFirst" | "apply.header";
	back: boolean;
	hidden: boolean;
} {
	return {
		title: step === 0 ? "apply.headerFirst" : "apply.header",
		back: step === 0,
		hidden: step >= HIDDEN_FROM,
	};
}

/** The step that an address asks for, as far as the draft has come. */
export function stepWithin(asked: string | null, furthest: number): Step {
	const step = Number(asked ?? 0);
	return (Number.isInteger(step) && step >= 0 ? Math.min(step, furthest) : 0) as Step;
}
