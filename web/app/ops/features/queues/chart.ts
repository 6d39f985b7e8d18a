export const WIDTH = 600;
export const HEIGHT = 160;
export const SERIES = ["in", "out", "failures"] as const;
type Series = (typeof SERIES)[number];

/** The counts of a queue in one minute. */
export interface Minute extends Record<Series, number> {
	at: string;
}

/** The lines of a chart, scaled to the busiest minute. Queues are summed by minute. */
export function chartOf(points: readonly Minute[]) {
	const minutes = new Map<string, Record<Series, number>>();
	const sums = { in: 0, out: 0, failures: 0 };
	for (const point of points) {
		const minute = minutes.get(point.at) ?? { in: 0, out: 0, failures: 0 };
		for (const name of SERIES) {
			minute[name] += point[name];
			sums[name] += point[name];
		}
		minutes.set(point.at, minute);
	}
	const times = [...minutes.keys()].sort();
	const most = Math.max(1, ...[...minutes.values()].flatMap((minute) => SERIES.map((name) => minute[name])));
	const lineOf = (name: Series) =>
		times
			.map((time, at) => {
				const x = times.length > 1 ? (at / (times.length - 1)) * WIDTH : 0;
				const y = HEIGHT * (1 - (minutes.get(time)?.[name] ?? 0) / most);
				return `${x.toFixed(1)},${y.toFixed(1)}`;
			})
			.join(" ");
	const lines = { in: lineOf("in"), out: lineOf("out"), failures: lineOf("failures") };
	return { lines, sums, most, first: times[0], last: times.at(-1) };
}
