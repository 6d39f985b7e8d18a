import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
	ALERT_FROM,
	CAUTION_FROM,
	countedScores,
	isScoredByAi,
	type Level,
	levelOf,
	percentOf,
} from "~/domain/tci/grade";
import { compareTimes } from "~/domain/tci/order";
import type { Tci } from "~/shared/api/types";
import { daysOrTimes, pairOfDaysOrTimes } from "./check-times";

interface Point {
	id: number;
	at: string;
	percent: number;
	isByAi: boolean;
}

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 32;
const RIGHT = 16;
const TOP = 20;
const BOTTOM = 28;
/** Both ends of the scale, and the limits of its levels. */
const MARKS = [0, CAUTION_FROM, ALERT_FROM, 100];

/** The scores of the checks that have one, by the time of their photo, oldest first. */
export function trendOf(checks: readonly Tci[]): Point[] {
	return [...checks].sort(compareTimes).flatMap((tci) => {
		const scores = countedScores(tci);
		return scores
			? [{ id: tci.id, at: tci.shootingAt, percent: percentOf(scores), isByAi: isScoredByAi(tci) }]
			: [];
	});
}

const DOT: Record<Level, string> = {
	good: "var(--color-ring-good)",
	caution: "var(--color-ring-caution)",
	alert: "var(--color-ring-alert)",
};

interface TrendProps {
	points: Point[];
	/** Id of the check to mark; the latest by default. */
	current?: number;
}

/** The score over time, as a chart and as a table. */
export function TrendChart({ points, current }: TrendProps) {
	const { t } = useTranslation("selfCheck");
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || points.length < 2) return null;
	return (
		<section className="card">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<h2 className="text-header">
					{t(points.every(({ isByAi }) => isByAi) ? "trend.aiTitle" : "trend.title")}
				</h2>
				<p className="text-meta text-ink-600">{t("trend.lower")}</p>
			</div>
			<Drawing
				points={points}
				markedIndex={markedIndexOf(points, current)}
				label={t("trend.label", { n: points.length, first: first.percent, last: last.percent })}
			/>
			<details className="mt-1 -mb-2 text-meta text-ink-600 print:hidden">
				<summary className="inline-flex min-h-12 items-center rounded-control font-semibold">
					{t("trend.table")}
				</summary>
				<Table points={points} />
			</details>
		</section>
	);
}

/** Index of the current check, or of the latest. */
function markedIndexOf(points: readonly Point[], current?: number): number {
	const at = points.findIndex((point) => point.id === current);
	return at < 0 ? points.length - 1 : at;
}

function Drawing({ points, markedIndex, label }: { points: Point[]; markedIndex: number; label: string }) {
	const x = (at: number) => LEFT + (at / (points.length - 1)) * (WIDTH - LEFT - RIGHT);
	const y = (percent: number) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);
	const line = points.map((point, at) => `${x(at)} ${y(point.percent)}`).join("L");
	const end = points.length - 1;
	return (
		<div role="img" aria-label={label} className="relative mx-auto mt-3 max-w-[420px]">
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
				{MARKS.map((mark) => (
					<path
						key={mark}
						d={`M${LEFT} ${y(mark)}H${WIDTH - RIGHT}`}
						stroke="var(--color-line)"
						strokeDasharray={mark === 0 ? undefined : "3 4"}
					/>
				))}
				<path d={`M${line}L${x(end)} ${y(0)}L${x(0)} ${y(0)}Z`} fill="var(--color-mint-100)" opacity="0.55" />
				<path
					d={`M${line}`}
					fill="none"
					stroke="var(--color-green-700)"
					strokeWidth="2.5"
					strokeLinejoin="round"
					strokeLinecap="round"
				/>
				{points.map((point, at) => (
					<circle
						key={point.id}
						cx={x(at)}
						cy={y(point.percent)}
						r={at === markedIndex ? 5.5 : 4}
						fill={DOT[levelOf(point.percent)]}
						stroke="#fff"
						strokeWidth="2"
					/>
				))}
			</svg>
			<Labels points={points} marked={markedIndex} x={x} y={y} />
		</div>
	);
}

interface LabelsProps {
	points: Point[];
	marked: number;
	x: (at: number) => number;
	y: (percent: number) => number;
}

/** Labels of the chart. As HTML, because text in the SVG would shrink with the screen. */
function Labels({ points, marked, x, y }: LabelsProps) {
	const end = points.length - 1;
	const [first, last, shown] = [points[0], points[end], points[marked]];
	if (!first || !last || !shown) return null;
	const [firstDay, lastDay] = pairOfDaysOrTimes(first.at, last.at);
	const side = marked === end ? "-translate-x-full" : marked === 0 ? "" : "-translate-x-1/2";
	return (
		<>
			{MARKS.map((mark) => (
				<Label key={mark} x={LEFT - 6} y={y(mark)} className="-translate-x-full -translate-y-1/2">
					{mark}
				</Label>
			))}
			<Label
				x={x(marked)}
				y={y(shown.percent) - 8}
				className={`-translate-y-full font-extrabold text-ink-900 ${side}`}
			>
				{shown.percent}%
			</Label>
			<Label x={x(0)} y={HEIGHT - BOTTOM + 8}>
				{firstDay}
			</Label>
			<Label x={x(end)} y={HEIGHT - BOTTOM + 8} className="-translate-x-full">
				{lastDay}
			</Label>
		</>
	);
}

function Label({ x, y, className = "", children }: LabelProps) {
	return (
		<span
			className={`number absolute text-[13px] leading-none whitespace-nowrap text-ink-600 ${className}`}
			style={{ left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}
		>
			{children}
		</span>
	);
}

interface LabelProps {
	x: number;
	y: number;
	className?: string;
	children: ReactNode;
}

function Table({ points }: { points: Point[] }) {
	const { t } = useTranslation("selfCheck");
	const days = daysOrTimes(points.map(({ at }) => at));
	const rows = points.map((point, at) => ({ ...point, day: days[at] }));
	return (
		<table className="number mt-1 w-full text-left">
			<thead>
				<tr className="border-b border-line">
					<th className="py-1.5 font-semibold">{t("trend.date")}</th>
					<th className="font-semibold">{t("trend.score")}</th>
					<th className="font-semibold">{t("trend.level")}</th>
				</tr>
			</thead>
			<tbody>
				{rows.reverse().map((point) => (
					<tr key={point.id} className="border-b border-line last:border-0">
						<td className="py-1.5">{point.day}</td>
						<td>{point.percent}%</td>
						<td>{t(`level.${levelOf(point.percent)}`, { ns: "tongue" })}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
