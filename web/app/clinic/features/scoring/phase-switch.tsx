import { useTranslation } from "react-i18next";
import { progressOf } from "~/clinic/lib/progress";
import { PHASES, type Phase, tciOf } from "~/domain/tci/application";
import type { Application } from "~/shared/api/types";

interface Props {
	application: Application;
	phase: Phase;
	onChange: (phase: Phase) => void;
}

/** Switches between before and after cleaning, with the progress of each. */
export function PhaseSwitch({ application, phase, onChange }: Props) {
	const { t } = useTranslation("clinic");
	return (
		<fieldset className="inline-flex rounded-control bg-quiet p-1">
			<legend className="sr-only">{t("phase.label")}</legend>
			{PHASES.map((each) => (
				<button
					key={each}
					type="button"
					aria-pressed={phase === each}
					onClick={() => onChange(each)}
					className="min-h-11 rounded-[9px] px-4 text-[14px] font-semibold text-ink-600 transition duration-150 aria-pressed:bg-white aria-pressed:font-bold aria-pressed:text-ink-900 aria-pressed:shadow-float"
				>
					{t(`phase.${each}.long`)}
					<span className="ml-1.5 text-[12px] font-normal text-ink-600">
						{t(`progress.${progressOf(tciOf(application, each))}`)}
					</span>
				</button>
			))}
		</fieldset>
	);
}
