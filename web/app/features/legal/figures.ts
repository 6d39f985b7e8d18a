import { type Figure, MODEL } from "./model-figures";

/** A figure with its interval in brackets, where there is one. */
export const figure = ([value, low, high]: Figure, unit: string, to: string): string =>
	low === null || high === null ? `${value}${unit}` : `${value}${unit} (${low}${to}${high}${unit})`;

/** The same against each reader. */
export const figures = (all: readonly Figure[], unit: string, to: string): string =>
	all.map((each) => figure(each, unit, to)).join(", ");

/** Of ten cells, how many are about to be wrong against the reader who agrees least. */
export const WRONG_OF_TEN = Math.round((100 - Math.min(...MODEL.scores.exact.map(([value]) => value))) / 10);

/** Whether intervals were measured, and so have to be explained. */
export const HAS_INTERVALS = MODEL.outline.share[1] !== null;
