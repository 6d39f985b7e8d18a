import { useEffect, useRef } from "react";

interface Props {
	/** Accessible name of the steps. */
	label: string;
	/** The steps' titles, and the label of a step for screen readers. */
	titles: readonly string[];
	stepLabel: (number: number, title: string) => string;
	step: number;
}

/** The current step of a wizard: number, title, and a bar per step. */
export function StepIndicator({ label, titles, stepLabel, step }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const shown = useRef(step);
	// The previous step's focused control is gone, so the focus moves to the new heading.
	useEffect(() => {
		if (shown.current !== step) heading.current?.focus({ preventScroll: true });
		shown.current = step;
	}, [step]);
	return (
		<div>
			<ol aria-label={label} className="flex gap-1.5">
				{titles.map((title, each) => (
					<li
						key={title}
						aria-current={each === step ? "step" : undefined}
						className={`h-1.5 flex-1 rounded-full transition-colors duration-200 ${each <= step ? "bg-green-700" : "bg-line"}`}
					>
						<span className="sr-only">{stepLabel(each + 1, title)}</span>
					</li>
				))}
			</ol>
			<p className="number mt-3 text-meta font-semibold text-green-700" aria-hidden="true">
				{step + 1} / {titles.length}
			</p>
			<h1 ref={heading} tabIndex={-1} className="mt-0.5 text-title outline-none">
				{titles[step]}
			</h1>
		</div>
	);
}
