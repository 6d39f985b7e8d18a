import { useTranslation } from "react-i18next";

const NONE = "-";
const HOURS_A_DAY = 24;
/** From so many hours on, days say more. */
const MIN_DAYS_HOURS = 48;

/** The figures as one reads them; a dash where there is none. */
export function useFigureTexts() {
	const { t } = useTranslation("statistics");
	return {
		percent: (value: number | null) => (value === null ? NONE : `${value.toFixed(1)}%`),
		points: (value: number | null) =>
			value === null ? NONE : t("points", { n: `${value > 0 ? "+" : ""}${value.toFixed(1)}` }),
		time: (hours: number | null) => {
			if (hours === null) return NONE;
			if (hours < MIN_DAYS_HOURS) return t("hours", { n: hours.toFixed(1) });
			return t("days", { n: (hours / HOURS_A_DAY).toFixed(1) });
		},
	};
}
