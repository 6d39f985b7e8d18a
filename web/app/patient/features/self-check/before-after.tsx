import { useState } from "react";
import { useTranslation } from "react-i18next";
import { countedScores, percentOf } from "~/domain/tci/grade";
import PhotoSlider from "~/patient/ui/photo-slider";
import type { Tci } from "~/shared/api/types";
import { SelectField } from "~/shared/ui/select-field";
import { daysOrTimes, pairOfDaysOrTimes } from "./check-times";

interface Props {
	tci: Tci;
	/** Earlier checks whose photo was read, newest first; at least one. */
	earlier: readonly Tci[];
}

/** This check's photo on top of the photo of a chosen earlier check. */
export default function BeforeAfter({ tci, earlier }: Props) {
	const { t } = useTranslation("selfCheck");
	const [chosen, setChosen] = useState(String(earlier[0]?.id));
	const before = earlier.find((each) => String(each.id) === chosen) ?? earlier[0];
	if (!before?.tciPicture || !tci.tciPicture) return null;
	const names = daysOrTimes(earlier.map((each) => each.shootingAt));
	const [then, now] = pairOfDaysOrTimes(before.shootingAt, tci.shootingAt);
	return (
		<section className="card print:hidden">
			<h2 className="text-header">{t("slider.title")}</h2>
			<div className="mt-3">
				<SelectField
					label={t("slider.with")}
					name="before"
					choices={earlier.map((each, at) => [String(each.id), labelOf(each, names[at] ?? "")] as const)}
					value={chosen}
					onChange={setChosen}
				/>
			</div>
			<PhotoSlider
				label={t("slider.label")}
				before={{ picture: before.tciPicture, caption: then }}
				after={{ picture: tci.tciPicture, caption: now }}
			/>
		</section>
	);
}

function labelOf(tci: Tci, day: string): string {
	const scores = countedScores(tci);
	return `${day}${scores ? ` · ${percentOf(scores)}%` : ""}`;
}
