import { formatDay, formatShortDay } from "~/hotel/lib/format";
import type { SensorDay } from "~/hotel/types";
import { showNewest } from "~/hotel/ui/show-newest";

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIOD_DAYS = 90;
const WIDTH = 820;
const HEIGHT = 240;
const LEFT = 48;
const TOP = 12;
const BOTTOM = 28;
const PLOT = HEIGHT - TOP - BOTTOM;
const LINES = [0, 25, 50, 75, 100];
const LABEL_INTERVAL_DAYS = 15;

interface Props {
	label: string;
	/** Oldest first, without days that have no readings. */
	days: readonly SensorDay[];
	/** The day at the right edge. */
	today: string;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const y = (percent: number): number => TOP + (1 - percent / 100) * PLOT;

/** Splits the days where one or more are missing, so that no line crosses missing days. */
export function splitByGaps<Day extends { day: string }>(days: readonly Day[]): Day[][] {
	const runs: Day[][] = [];
	for (const day of days) {
		const run = runs.at(-1);
		const last = run?.at(-1);
		if (run && last && dayNumber(day.day) - dayNumber(last.day) === 1) run.push(day);
		else runs.push([day]);
	}
	return runs;
}

/** The level at the end of each day as a line, inside a band of the day's minimum and maximum. */
export function LevelChart({ label, days, today }: Props) {
	const end = dayNumber(today);
	const step = (WIDTH - LEFT) / PERIOD_DAYS;
	const x = (day: string) => LEFT + (dayNumber(day) - (end - PERIOD_DAYS + 1) + 0.5) * step;
	const labeledDays = Array.from({ length: PERIOD_DAYS / LABEL_INTERVAL_DAYS }, (_, at) =>
		dayOf(end - at * LABEL_INTERVAL_DAYS),
	);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
		<section ref={showNewest} aria-label={label} tabIndex={0} className="overflow-x-auto rounded-control">
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="w-full min-w-[600px]">
				{LINES.map((percent) => (
					<g key={percent}>
						<path d={`M${LEFT} ${y(percent)}H${WIDTH}`} stroke="var(--color-line)" />
						<text x={LEFT - 10} y={y(percent) + 4} textAnchor="end" fontSize="12" fill="var(--color-ink-600)">
							{percent}%
						</text>
					</g>
				))}
				{labeledDays.map((day, at) => (
					<text
						key={day}
						x={x(day)}
						y={HEIGHT - 8}
						textAnchor={at === 0 ? "end" : "middle"}
						fontSize="12"
						fill="var(--color-ink-600)"
					>
						{formatShortDay(day)}
					</text>
				))}
				{splitByGaps(days).map((run) => (
					<LineRun key={run[0]?.day} run={run} x={x} step={step} />
				))}
			</svg>
		</section>
	);
}

interface RunProps {
	run: readonly SensorDay[];
	x: (day: string) => number;
	step: number;
}

function LineRun({ run, x, step }: RunProps) {
	const points = run.map(({ day, lastPercent }) => `${x(day)} ${y(lastPercent)}`);
	// A line without length is drawn as a dot.
	const line = points.length > 1 ? points : [...points, ...points];
	return (
		<g>
			{run.map(({ day, minPercent, maxPercent, lastPercent }) => (
				<rect
					key={day}
					x={x(day) - step / 2}
					y={y(maxPercent)}
					width={step}
					height={Math.max(1, y(minPercent) - y(maxPercent))}
					fill="var(--color-mint-100)"
				>
					<title>{`${formatDay(day)}: ${lastPercent}% (${minPercent}–${maxPercent}%)`}</title>
				</rect>
			))}
			<path
				d={`M${line.join("L")}`}
				fill="none"
				stroke="var(--color-green-700)"
				strokeWidth="2"
				strokeLinejoin="round"
				strokeLinecap="round"
				pointerEvents="none"
			/>
		</g>
	);
}
