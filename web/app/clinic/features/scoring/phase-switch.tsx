import { useTranslation } from "react-i18next";
import { progressOf } from "~/clinic/lib/progress";
import { PHASES, type Phase, tciOf } from "~/domain/tci/application";
import type { Application } from "~/shared/api/types";
import { SegmentedControl } from "~/shared/ui/segmented-control";

interface Props {
	application: Application;
	phase: Phase;
	onChange: (phase: Phase) => void;
}

/** Switches between before and after cleaning, with the progress of each. */
export function PhaseSwitch({ application, phase, onChange }: Props) {
	const { t } = useTranslation("clinic");
	const choices = PHASES.map((each) => {
		const text = (
			<>
				{t(`phase.${each}.long`)}
				<span className="ml-1.5 text-[12px] font-normal text-ink-600">
					{t(`progress.${progressOf(tciOf(application, each))}`)}
				</span>
			</>
		);
		return [each, text] as const;
	});
	return (
		<SegmentedControl
			label={t("phase.label")}
			choices={choices}
			value={phase}
			onChange={onChange}
			row="inline-flex"
			choice="px-4"
		/>
	);
}
