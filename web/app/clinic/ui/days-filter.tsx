import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/shared/ui/date-field";
import { NextIcon } from "~/shared/ui/icons";

interface Props {
	label: string;
	/** YYYY-MM-DD, or empty; both inclusive. */
	startAt: string;
	endAt: string;
	onDays: (days: { startAt?: string; endAt?: string }) => void;
}

/** Date range filter, collapsed at first if it is empty. */
export function DaysFilter({ label, startAt, endAt, onDays }: Props) {
	const { t } = useTranslation("clinic");
	const [isOpenAtFirst] = useState(startAt !== "" || endAt !== "");
	return (
		<details open={isOpenAtFirst} className="group">
			<summary className="inline-flex min-h-8 items-center gap-1.5 rounded-control text-meta font-semibold text-ink-600">
				{label}
				<NextIcon className="size-3 rotate-90 group-open:-rotate-90" />
			</summary>
			<div className="mt-1 grid grid-cols-2 gap-2">
				<DateField label={t("filter.start")} value={startAt} onChange={(day) => onDays({ startAt: day })} />
				<DateField
					label={t("filter.end")}
					value={endAt}
					error={startAt && endAt && endAt < startAt ? t("filter.reversed") : undefined}
					onChange={(day) => onDays({ endAt: day })}
				/>
			</div>
		</details>
	);
}
