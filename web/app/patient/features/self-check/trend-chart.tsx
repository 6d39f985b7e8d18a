import { useTranslation } from "react-i18next";
import { countedScores, type Level, levelOf, percentOf } from "~/domain/tci/grade";
import type { Tci } from "~/shared/api/types";
import { localDate } from "~/shared/lib/format";

interface Point {
	id: number;
	date: string;
	percent: number;
}

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 26;
const RIGHT = 16;
const TOP = 20;
const BOTTOM = 24;

/** The scores of the checks that have one, oldest first. */
export function trendOf(checks: readonly Tci[]): Point[] {
	return checks
		.flatMap((tci) => {
			const scores = countedScores(tci);
			return scores ? [{ id: tci.id, date: localDate(tci.shootingAt), percent: percentOf(scores) }] : [];
		})
		.sort((a, b) => a.id - b.id);
}

const DOT: Record<Level, string> = {
	good: "var(--color-ring-good)",
	caution: "var(--color-ring-caution)",
	alert: "var(--color-ring-alert)",
};

interface TrendProps {
	points: Point[];
	/** The check that is looked at; without one the latest is marked. */
	current?: number;
}

/** The score over time, as a drawing and as a table. */
export function TrendChart({ points, current }: TrendProps) {
	const { t } = useTranslation("selfCheck");
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || points.length < 2) return null;
	return (
		<section className="card">
			<div className="flex items-baseline justify-between gap-3">
				<h2 className="text-header">{t("trend.title")}</h2>
				<p className="text-meta text-ink-600">{t("trend.lower")}</p>
			</div>
			<Drawing
				points={points}
				marked={markedOf(points, current)}
				label={t("trend.label", { n: points.length, first: first.percent, last: last.percent })}
			/>
			<details className="mt-1 text-meta text-ink-600">
				<summary className="inline-flex min-h-8 items-center rounded-control font-semibold">
					{t("trend.table")}
				</summary>
				<Table points={points} />
			</details>
		</section>
	);
}

/** The place of the check that is looked at, or of the latest. */
function markedOf(points: readonly Point[], current?: number): number {
	const at = points.findIndex((point) => point.id === current);
	return at < 0 ? points.length - 1 : at;
}

function Drawing({ points, marked, label }: { points: Point[]; marked: number; label: string }) {
	const x = (at: number) => LEFT + (at / (points.length - 1)) * (WIDTH - LEFT - RIGHT);
	const y = (percent: number) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);
	const line = points.map((point, at) => `${x(at)} ${y(point.percent)}`).join("L");
	const end = points.length - 1;
	return (
		<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="mt-3 w-full">
			{[0, 30, 60, 100].map((mark) => (
				<g key={mark}>
					<path
						d={`M${LEFT} ${y(mark)}H${WIDTH - RIGHT}`}
						stroke="var(--color-line)"
						strokeDasharray={mark === 0 ? undefined : "3 4"}
					/>
					<text x={LEFT - 6} y={y(mark) + 3.5} textAnchor="end" fontSize="10" fill="var(--color-ink-600)">
						{mark}
					</text>
				</g>
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
					r={at === marked ? 5.5 : 4}
					fill={DOT[levelOf(point.percent)]}
					stroke="#fff"
					strokeWidth="2"
				/>
			))}
			<Labels points={points} marked={marked} x={x} y={y} />
		</svg>
	);
}

interface LabelsProps {
	points: Point[];
	marked: number;
	x: (at: number) => number;
	y: (percent: number) => number;
}

function Labels({ points, marked, x, y }: LabelsProps) {
	const end = points.length - 1;
	const [first, last, shown] = [points[0], points[end], points[marked]];
	if (!first || !last || !shown) return null;
	const anchor = marked === end ? "end" : marked === 0 ? "start" : "middle";
	return (
		<g fontSize="10" fill="var(--color-ink-600)" className="number">
			<text
				x={x(marked)}
				y={y(shown.percent) - 10}
				textAnchor={anchor}
				fontSize="13"
				fontWeight="800"
				fill="var(--color-ink-900)"
			>
				{shown.percent}%
			</text>
			<text x={x(0)} y={HEIGHT - 8}>
				{first.date}
			</text>
			<text x={x(end)} y={HEIGHT - 8} textAnchor="end">
				{last.date}
			</text>
		</g>
	);
}

function Table({ points }: { points: Point[] }) {
	const { t } = useTranslation("selfCheck");
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
				{[...points].reverse().map((point) => (
					<tr key={point.id} className="border-b border-line last:border-0">
						<td className="py-1.5">{point.date}</td>
						<td>{point.percent}%</td>
						<td>{t(`level.${levelOf(point.percent)}`, { ns: "tongue" })}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
