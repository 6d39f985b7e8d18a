import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/shared/ui/date-field";
import { SegmentedRadioGroup } from "~/shared/ui/segmented-radio-group";
import type { Range } from "./queries";
import { isValidRange, type Shortcut } from "./range";

interface Props {
	shortcut: Shortcut;
	range: Range;
	onShortcut: (shortcut: Shortcut) => void;
	onDays: (range: Range) => void;
}

/** Filters applications by a shortcut or by two days, which apply once the end is after the start. */
export function RangePicker({ shortcut, range, onShortcut, onDays }: Props) {
	const { t } = useTranslation("tci");
	const [typed, setTyped] = useState<Range | null>(null);
	const shown = typed ?? range;
	const change = (next: Range) => {
		setTyped(next);
		if (isValidRange(next)) onDays(next);
	};
	const wrong = typed !== null && typed.startAt !== "" && typed.endAt !== "" && !isValidRange(typed);
	return (
		<div className="card flex flex-col gap-3 p-4">
			<SegmentedRadioGroup
				label={<span className="sr-only">{t("history.range")}</span>}
				choices={[
					["1", t("history.months", { n: 1 })],
					["3", t("history.months", { n: 3 })],
					["6", t("history.months", { n: 6 })],
					["custom", t("history.custom")],
				]}
				value={typed ? "custom" : shortcut}
				onChange={(value) => {
					setTyped(value === "custom" ? range : null);
					if (value !== "custom") onShortcut(value);
				}}
				row="grid grid-cols-[1fr_1fr_1fr_auto] gap-1 rounded-control bg-quiet p-1"
				choice="min-h-12 rounded-[9px] px-1.5 text-center whitespace-nowrap has-checked:bg-white has-checked:shadow-float"
			/>
			<div className="grid grid-cols-2 gap-2">
				<DateField
					label={t("history.start")}
					value={shown.startAt}
					onChange={(startAt) => change({ ...shown, startAt })}
				/>
				<DateField
					label={t("history.end")}
					value={shown.endAt}
					onChange={(endAt) => change({ ...shown, endAt })}
				/>
			</div>
			<p role="status" className={wrong ? "text-meta text-danger" : "sr-only"}>
				{wrong ? t("history.reversed") : ""}
			</p>
		</div>
	);
}
