import { useTranslation } from "react-i18next";
import { StepIndicator as Indicator } from "~/shared/ui/step-indicator";

const STEPS = [0, 1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

/** The current step of the wizard. */
export function StepIndicator({ step }: { step: Step }) {
	const { t } = useTranslation("tci");
	return (
		<Indicator
			label={t("apply.steps")}
			titles={STEPS.map((each) => t(`apply.title.${each}`))}
			stepLabel={(number, title) => t("apply.step", { number, title })}
			step={step}
		/>
	);
}
