import type { Model, ModelMetric } from "~/shared/api/types";

/** The parts of a figure that depend on the language. */
interface Unit {
	/** After a number. */
	unit: string;
	/** Between the ends of an interval. */
	to: string;
}

/** A figure with its interval in brackets. Uses one decimal if both ends of the interval would round to the same integer. */
export function formatMetric(
	{ value, low, high }: ModelMetric,
	{ unit, to }: Unit,
	digits = low.toFixed() === high.toFixed() ? 1 : 0,
): string {
	const [figure, from, until] = [value, low, high].map((each) => each.toFixed(digits));
	return `${figure}${unit} (${from}${to}${until}${unit})`;
}

/** Several figures, separated by commas. */
export const formatMetrics = (all: readonly ModelMetric[], unit: Unit): string =>
	all.map((each) => formatMetric(each, unit)).join(", ");

/** A coefficient without a unit, with two decimals. */
export const formatCoefficient = (each: ModelMetric, { to }: Pick<Unit, "to">): string =>
	formatMetric(each, { unit: "", to }, 2);

/** A fraction as a percentage. */
export const toPercent = ({ value, low, high }: ModelMetric): ModelMetric => ({
	value: value * 100,
	low: low * 100,
	high: high * 100,
});

/** How many of ten cells differ from the annotator who agrees least, at least 1; null if it was not recorded. */
export function wrongOfTen({ figures: { readers } }: Model): number | null {
	if (readers.length === 0) return null;
	const least = Math.min(...readers.map(({ sameCells }) => sameCells.value));
	return Math.max(1, Math.round((1 - least) * 10));
}

/** The calibration error in percentage points, at least 1; null if it was not recorded. */
export function pointsOff({ figures: { calibrationError } }: Model): number | null {
	return calibrationError === null ? null : Math.max(1, Math.round(calibrationError * 100));
}

/** Whether any test result was not recorded. */
export const lacksMetrics = ({ figures: { outline, readers, withoutTongue } }: Model): boolean =>
	outline === null || readers.length === 0 || withoutTongue === null;

/** Whether a result with an interval is shown, which has to be explained. */
export const hasIntervals = ({ figures: { outline, readers, leaveOneSourceOut } }: Model): boolean =>
	outline !== null || readers.length > 0 || leaveOneSourceOut.length > 0;

/** The rows in their order, with the row of all photos together last. */
export function allLast<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
	const isAll = (row: Row) => nameOf(row) === "all";
	return [...rows.filter((row) => !isAll(row)), ...rows.filter(isAll)];
}

/** Mean error of the score, in points, on sources left out of the training; null if it was not recorded. */
export function pointsOffUnseen({ figures: { leaveOneSourceOut } }: Model): number | null {
	const all = leaveOneSourceOut.find(({ source }) => source === "all");
	return all?.indexDifference ? Math.round(all.indexDifference.value) : null;
}
