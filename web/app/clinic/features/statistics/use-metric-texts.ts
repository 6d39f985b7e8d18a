import { useTranslation } from "react-i18next";

const NO_VALUE = "-";
const HOURS_PER_DAY = 24;
/** Durations from this many hours on are shown in days. */
const MIN_DAYS_HOURS = 48;

/** Formats figures; a missing one is a dash. */
export function useMetricTexts() {
	const { t } = useTranslation("statistics");
	return {
		percent: (value: number | null) => (value === null ? NO_VALUE : `${value.toFixed(1)}%`),
		points: (value: number | null) =>
			value === null ? NO_VALUE : t("points", { n: `${value > 0 ? "+" : ""}${value.toFixed(1)}` }),
		time: (hours: number | null) => {
			if (hours === null) return NO_VALUE;
			if (hours < MIN_DAYS_HOURS) return t("hours", { n: hours.toFixed(1) });
			return t("days", { n: (hours / HOURS_PER_DAY).toFixed(1) });
		},
	};
}
