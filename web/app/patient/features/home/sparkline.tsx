import { levelOf } from "~/domain/tci/grade";

const WIDTH = 72;
const HEIGHT = 36;
const PADDING = 5;
const MAX_POINTS = 8;
const COLORS = {
	good: "var(--color-ring-good)",
	caution: "var(--color-ring-caution)",
	alert: "var(--color-ring-alert)",
};

/** A small chart of the latest scores, oldest first. The sentence next to it says the same in words. */
export function Sparkline({ points }: { points: readonly number[] }) {
	const shown = points.slice(-MAX_POINTS);
	const last = shown.at(-1);
	if (last === undefined || shown.length < 2) return null;
	const x = (at: number) => PADDING + (at / (shown.length - 1)) * (WIDTH - 2 * PADDING);
	const y = (percent: number) => PADDING + (1 - percent / 100) * (HEIGHT - 2 * PADDING);
	return (
		<svg
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			aria-hidden="true"
			className="hidden w-18 shrink-0 min-[360px]:block"
		>
			<path
				d={`M${shown.map((percent, at) => `${x(at)} ${y(percent)}`).join("L")}`}
				fill="none"
				stroke="var(--color-green-700)"
				strokeWidth="2"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
			<circle
				cx={x(shown.length - 1)}
				cy={y(last)}
				r="3.5"
				fill={COLORS[levelOf(last)]}
				stroke="#fff"
				strokeWidth="1.5"
			/>
		</svg>
	);
}
