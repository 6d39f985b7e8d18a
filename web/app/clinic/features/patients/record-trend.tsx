import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import { koreanDate } from "~/shared/lib/format";
import type { TrendPoint } from "./results";

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
	const pointsOf = (phase: Phase) => points.filter((point) => point.phase === phase);
	// the two photos of one visit are compared below, and are no trend
	const visits = Math.max(pointsOf("before").length, pointsOf("after").length);
	if (!first || !last || visits < 2) return null;
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
			<div
				role="img"
				aria-label={t("trend.label", { n: points.length, first: first.percent, last: last.percent })}
				className="relative mt-5 mr-4 mb-7 ml-9 h-[136px]"
			>
				<svg aria-hidden="true" className="size-full overflow-visible">
					{MARKS.map((mark) => (
						<line
							key={mark}
							x2="100%"
							y1={yOf(mark)}
							y2={yOf(mark)}
							stroke="var(--color-line)"
							strokeDasharray={mark === 0 ? undefined : "3 4"}
						/>
					))}
					<Series points={pointsOf("before")} all={points} phase="before" />
					<Series points={pointsOf("after")} all={points} phase="after" />
				</svg>
				{MARKS.map((mark) => (
					<Label key={mark} className="right-full mr-1.5 -translate-y-1/2" style={{ top: yOf(mark) }}>
						{mark}
					</Label>
				))}
				<Label className="top-full left-0 mt-2">{koreanDate(first.at)}</Label>
				<Label className="top-full right-0 mt-2">{koreanDate(last.at)}</Label>
			</div>
			<p className="mt-1 text-meta text-ink-600">{t("trend.lower")}</p>
		</section>
	);
}

/** The vertical position of a value. Positions are in percent, because the chart is as wide as its card. */
const yOf = (percent: number) => `${100 - percent}%`;

interface LabelProps {
	className: string;
	style?: CSSProperties;
	children: ReactNode;
}

/** A label of the chart. As HTML, because text in the SVG would shrink with the screen. */
function Label({ className, style, children }: LabelProps) {
	return (
		<span
			className={`number absolute text-[13px] leading-none whitespace-nowrap text-ink-600 ${className}`}
			style={style}
		>
			{children}
		</span>
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
	const x = (at: string) => `${((Date.parse(at) - start) / Math.max(1, end - start)) * 100}%`;
	const { stroke, dash } = LINE[phase];
	return (
		<g>
			{points.slice(1).map((point, index) => {
				const previous = points[index] ?? point;
				return (
					<line
						key={point.tciId}
						x1={x(previous.at)}
						y1={yOf(previous.percent)}
						x2={x(point.at)}
						y2={yOf(point.percent)}
						stroke={stroke}
						strokeWidth="2.5"
						strokeDasharray={dash}
					/>
				);
			})}
			{points.map(({ tciId, at, percent }) => (
				<circle key={tciId} cx={x(at)} cy={yOf(percent)} r="4.5" fill={stroke} stroke="#fff" strokeWidth="2">
					<title>{`${koreanDate(at)} ${percent}%`}</title>
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
