import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import { localDate } from "~/shared/lib/format";
import type { TrendPoint } from "./results";

const WIDTH = 820;
const HEIGHT = 176;
const LEFT = 30;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 26;
/** Grade boundaries and both ends of the scale, in percent. */
const MARKS = [0, 30, 60, 100] as const;

const LINE: Record<Phase, { stroke: string; dash?: string }> = {
	before: { stroke: "var(--color-coral-500)" },
	after: { stroke: "var(--color-green-700)", dash: "7 5" },
};

/** Chart of the TCI over time, with one line before cleaning and one after. */
export function RecordTrend({ points }: { points: readonly TrendPoint[] }) {
	const { t } = useTranslation("patients");
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || points.length < 2) return null;
	const pointsOf = (phase: Phase) => points.filter((point) => point.phase === phase);
	return (
		<section aria-labelledby="trend" className="card">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 id="trend" className="text-header">
					{t("trend.title")}
				</h2>
				<p className="flex gap-4 text-meta text-ink-600">
					<LegendItem phase="before" />
					<LegendItem phase="after" />
				</p>
			</div>
			<svg
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				role="img"
				aria-label={t("trend.label", { n: points.length, first: first.percent, last: last.percent })}
				className="mt-3 w-full"
			>
				{MARKS.map((mark) => (
					<GridLine key={mark} mark={mark} />
				))}
				<Series points={pointsOf("before")} all={points} phase="before" />
				<Series points={pointsOf("after")} all={points} phase="after" />
				<g fontSize="12" fill="var(--color-ink-600)" className="number">
					<text x={LEFT} y={HEIGHT - 6}>
						{localDate(first.at)}
					</text>
					<text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">
						{localDate(last.at)}
					</text>
				</g>
			</svg>
			<p className="mt-1 text-meta text-ink-600">{t("trend.lower")}</p>
		</section>
	);
}

const yOf = (percent: number) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);

function GridLine({ mark }: { mark: number }) {
	return (
		<>
			<path
				d={`M${LEFT} ${yOf(mark)}H${WIDTH - RIGHT}`}
				stroke="var(--color-line)"
				strokeDasharray={mark === 0 ? undefined : "3 4"}
			/>
			<text x={LEFT - 6} y={yOf(mark) + 4} textAnchor="end" fontSize="12" fill="var(--color-ink-600)">
				{mark}
			</text>
		</>
	);
}

interface SeriesProps {
	points: readonly TrendPoint[];
	/** The points of both lines, which share the time axis. */
	all: readonly TrendPoint[];
	phase: Phase;
}

function Series({ points, all, phase }: SeriesProps) {
	const times = all.map(({ at }) => Date.parse(at));
	const [start, end] = [Math.min(...times), Math.max(...times)];
	const x = (at: string) =>
		LEFT + ((Date.parse(at) - start) / Math.max(1, end - start)) * (WIDTH - LEFT - RIGHT);
	const { stroke, dash } = LINE[phase];
	return (
		<g>
			<path
				d={points.map(({ at, percent }, index) => `${index ? "L" : "M"}${x(at)} ${yOf(percent)}`).join("")}
				fill="none"
				stroke={stroke}
				strokeWidth="2.5"
				strokeDasharray={dash}
				strokeLinejoin="round"
			/>
			{points.map(({ tciId, at, percent }) => (
				<circle key={tciId} cx={x(at)} cy={yOf(percent)} r="4.5" fill={stroke} stroke="#fff" strokeWidth="2">
					<title>{`${localDate(at)} ${percent}%`}</title>
				</circle>
			))}
		</g>
	);
}

function LegendItem({ phase }: { phase: Phase }) {
	const { t } = useTranslation("patients");
	const { stroke, dash } = LINE[phase];
	return (
		<span className="flex items-center gap-1.5">
			<svg viewBox="0 0 24 6" aria-hidden="true" className="h-1.5 w-6">
				<path d="M0 3H24" stroke={stroke} strokeWidth="3" strokeDasharray={dash} />
			</svg>
			{t(`phase.${phase}`)}
		</span>
	);
}
