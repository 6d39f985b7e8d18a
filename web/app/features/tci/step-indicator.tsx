import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

const STEPS = [0, 1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

/** Where in the wizard one is: the step's number and title, and a line for each step. */
export function StepIndicator({ step }: { step: Step }) {
	const { t } = useTranslation("tci");
	const heading = useRef<HTMLHeadingElement>(null);
	const shown = useRef(step);
	// The step that was left takes the focus with it: the next begins at its heading.
	useEffect(() => {
		if (shown.current !== step) heading.current?.focus({ preventScroll: true });
		shown.current = step;
	}, [step]);
	return (
		<div>
			<ol aria-label={t("apply.steps")} className="flex gap-1.5">
				{STEPS.map((each) => (
					<li
						key={each}
						aria-current={each === step ? "step" : undefined}
						className={`h-1.5 flex-1 rounded-full transition-colors duration-200 ${each <= step ? "bg-green-700" : "bg-line"}`}
					>
						<span className="sr-only">
							{t("apply.step", { number: each + 1, title: t(`apply.title.${each}`) })}
						</span>
					</li>
				))}
			</ol>
			<p className="number mt-3 text-meta font-semibold text-green-700" aria-hidden="true">
				{step + 1} / {STEPS.length}
			</p>
			<h1 ref={heading} tabIndex={-1} className="mt-0.5 text-title outline-none">
				{t(`apply.title.${step}`)}
			</h1>
		</div>
	);
}
