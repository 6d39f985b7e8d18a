import { useTranslation } from "react-i18next";
import { type Level, levelOf } from "~/lib/tci/grade";
import { Badge, type Tint } from "~/ui/badge";

export const LEVEL_TINT: Record<Level, Tint> = { good: "success", caution: "warning", alert: "danger" };

const RING_COLOUR: Record<Level, string> = {
	good: "var(--color-ring-good)",
	caution: "var(--color-ring-caution)",
	alert: "var(--color-ring-alert)",
};
const RADIUS = 40;
const LENGTH = 2 * Math.PI * RADIUS;

/** The score as a ring, a number and a word. */
export function ScoreRing({ percent }: { percent: number }) {
	const { t } = useTranslation("tongue");
	const level = levelOf(percent);
	return (
		<div className="flex items-center gap-3 min-[360px]:gap-4">
			<svg
				viewBox="0 0 100 100"
				aria-hidden="true"
				className="size-[76px] shrink-0 min-[360px]:size-[92px] -rotate-90"
			>
				<circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--color-quiet)" strokeWidth="12" />
				{percent > 0 ? (
					<circle
						cx="50"
						cy="50"
						r={RADIUS}
						fill="none"
						stroke={RING_COLOUR[level]}
						strokeWidth="12"
						strokeLinecap="round"
						strokeDasharray={LENGTH}
						strokeDashoffset={LENGTH * (1 - percent / 100)}
						className="ring-fill"
					/>
				) : null}
			</svg>
			<div className="min-w-0 flex-1">
				<p className="text-meta text-ink-600">{t("photo.score")}</p>
				<p className="number text-score font-extrabold tracking-tight whitespace-nowrap">
					{percent}
					<span className="ml-0.5 text-[24px] font-bold">%</span>
				</p>
			</div>
			<Badge tint={LEVEL_TINT[level]}>{t(`level.${level}`)}</Badge>
		</div>
	);
}
