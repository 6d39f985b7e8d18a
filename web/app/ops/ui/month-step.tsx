import { useTranslation } from "react-i18next";
import { monthOf, shiftMonth } from "~/shared/lib/months";
import { buttonStyle } from "~/shared/ui/button-style";

/** Steps through the months, up to the current one. */
export function MonthStep({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
	const { t } = useTranslation("ops");
	const isPresent = month >= monthOf(new Date());
	return (
		<div className="flex items-center gap-2">
			<button
				type="button"
				onClick={() => onMonth(shiftMonth(month, -1))}
				className={buttonStyle("secondary", "min-h-11", "tight")}
			>
				{t("month.before")}
			</button>
			<p aria-live="polite" className="number min-w-20 text-center font-semibold">
				{month}
			</p>
			<button
				type="button"
				disabled={isPresent}
				onClick={() => onMonth(shiftMonth(month, 1))}
				className={buttonStyle("secondary", "min-h-11 disabled:bg-quiet disabled:text-ink-600", "tight")}
			>
				{t("month.after")}
			</button>
		</div>
	);
}
