import { useTranslation } from "react-i18next";
import { ALERT_FROM, CAUTION_FROM, type Level, levelOf } from "~/domain/tci/grade";
import { Badge, type Tint } from "~/shared/ui/badge";

export const LEVEL_TINT: Record<Level, Tint> = { good: "success", caution: "warning", alert: "danger" };

const RING_COLOR: Record<Level, string> = {
	good: "var(--color-ring-good)",
	caution: "var(--color-ring-caution)",
	alert: "var(--color-ring-alert)",
};
const CENTER = 60;
const RADIUS = 40;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const ZONES = [
	{ from: 0, to: CAUTION_FROM, color: "var(--color-success-tint)" },
	{ from: CAUTION_FROM, to: ALERT_FROM, color: "var(--color-warning-tint)" },
	{ from: ALERT_FROM, to: 100, color: "var(--color-danger-tint)" },
];

/** The score as a ring, a number and a word, with the limits of its levels and which direction is better. */
export function ScoreRing({ percent }: { percent: number }) {
	const { t } = useTranslation("tongue");
	const level = levelOf(percent);
	return (
		<div className="flex items-center gap-2 min-[360px]:gap-3">
			<ProgressArc percent={percent} />
			<div className="min-w-0 flex-1">
				<p className="text-meta font-semibold tracking-tight text-ink-600">{t("photo.score")}</p>
				<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
					<p className="number text-score font-extrabold tracking-tight whitespace-nowrap">
						{percent}
						<span className="ml-0.5 text-[24px] font-bold">%</span>
					</p>
					<Badge tint={LEVEL_TINT[level]}>{t(`level.${level}`)}</Badge>
				</div>
				<p className="mt-1.5 text-meta leading-snug text-ink-600">{t("photo.index")}</p>
				<span className="sr-only">{t("photo.ringLabel")}</span>
			</div>
		</div>
	);
}

function ProgressArc({ percent }: { percent: number }) {
	return (
		<svg
			viewBox="0 0 120 120"
			aria-hidden="true"
			className="-my-2 -ml-2 size-[100px] shrink-0 min-[360px]:size-[116px] print:[print-color-adjust:exact]"
		>
			<g transform={`rotate(-90 ${CENTER} ${CENTER})`} fill="none" strokeWidth="12">
				{ZONES.map(({ from, to, color }) => (
					<circle key={from} {...arc(from, to)} stroke={color} />
				))}
				{percent > 0 ? (
					<circle
						cx={CENTER}
						cy={CENTER}
						r={RADIUS}
						stroke={RING_COLOR[levelOf(percent)]}
						strokeLinecap="round"
						strokeDasharray={CIRCUMFERENCE}
						strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
						className="ring-fill"
					/>
				) : null}
			</g>
			<ThresholdMark percent={CAUTION_FROM} />
			<ThresholdMark percent={ALERT_FROM} />
		</svg>
	);
}

/** A segment of the ring. */
function arc(from: number, to: number) {
	const length = ((to - from) / 100) * CIRCUMFERENCE;
	return {
		cx: CENTER,
		cy: CENTER,
		r: RADIUS,
		strokeDasharray: `${length} ${CIRCUMFERENCE - length}`,
		strokeDashoffset: -(from / 100) * CIRCUMFERENCE,
	};
}

/** A mark across the ring where a level begins, with its number. */
function ThresholdMark({ percent }: { percent: number }) {
	const angle = (percent / 100) * 2 * Math.PI - Math.PI / 2;
	const at = (radius: number) =>
		[CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)] as const;
	const [[x1, y1], [x2, y2], [x, y]] = [at(RADIUS - 7), at(RADIUS + 7), at(RADIUS + 14)];
	return (
		<>
			<path d={`M${x1} ${y1}L${x2} ${y2}`} stroke="var(--color-white)" strokeWidth="2.5" />
			<text
				x={x}
				y={y + 4}
				textAnchor="middle"
				fontSize="13"
				fontWeight="700"
				fill="var(--color-ink-600)"
				className="number"
			>
				{percent}
			</text>
		</>
	);
}
