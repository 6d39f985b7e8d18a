import { useTranslation } from "react-i18next";
import { formatMonth, formatShortMonth } from "~/hotel/lib/format";
import { showNewest } from "~/hotel/ui/show-newest";

interface Series {
	id: number;
	name: string;
	/** One value per month. */
	values: readonly number[];
}

interface Props {
	label: string;
	months: readonly string[];
	series: readonly Series[];
	/** Formats a value. */
	textOf: (value: number) => string;
}

const WIDTH = 820;
const HEIGHT = 240;
const LEFT = 64;
const TOP = 12;
const BOTTOM = 28;
const PLOT = HEIGHT - TOP - BOTTOM;
const BAR_SHARE = 0.62;
const LINES = 4;
/** The colors also differ in lightness, so that they can be distinguished without hue. */
const FILLS = [
	"var(--color-green-700)",
	"var(--color-coral-500)",
	"var(--color-ring-caution)",
	"var(--color-info)",
	"var(--color-green-950)",
	"var(--color-ink-400)",
];
const fillOf = (index: number) => FILLS[Math.min(index, FILLS.length - 1)];

/** Rounds up to a round number, so that the labels of the axis are simple. */
export function roundUp(value: number): number {
	if (value <= 0) return 1;
	const power = 10 ** Math.floor(Math.log10(value));
	return (
		[1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value
	);
}

/** Stacked bars by month and hotel. The table below has the same numbers. */
export function BarChart({ label, months, series, textOf }: Props) {
	const sums = months.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
	const top = roundUp(Math.max(...sums, 0));
	const step = (WIDTH - LEFT) / Math.max(1, months.length);
	const every = Math.ceil(months.length / 12);
	return (
		<figure>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
			<section ref={showNewest} aria-label={label} tabIndex={0} className="overflow-x-auto rounded-control">
				<svg
					viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
					role="img"
					aria-label={label}
					className="w-full min-w-[600px]"
				>
					{Array.from({ length: LINES + 1 }, (_, line) => (line * top) / LINES).map((value) => {
						const y = TOP + (1 - value / top) * PLOT;
						return (
							<g key={value}>
								<path d={`M${LEFT} ${y}H${WIDTH}`} stroke="var(--color-line)" />
								<text x={LEFT - 10} y={y + 4} textAnchor="end" fontSize="12" fill="var(--color-ink-600)">
									{value === 0 ? "0" : textOf(value)}
								</text>
							</g>
						);
					})}
					{months.map((month, at) => (
						<g key={month}>
							<Bar
								x={LEFT + at * step + (step * (1 - BAR_SHARE)) / 2}
								width={step * BAR_SHARE}
								top={top}
								parts={series.map(({ id, name, values }) => ({ id, name, value: values[at] ?? 0 }))}
								title={(name, value) => `${formatMonth(month)} · ${name}: ${textOf(value)}`}
							/>
							{at % every === 0 ? (
								<text
									x={LEFT + (at + 0.5) * step}
									y={HEIGHT - 8}
									textAnchor="middle"
									fontSize="12"
									fill="var(--color-ink-600)"
								>
									{formatShortMonth(month)}
								</text>
							) : null}
						</g>
					))}
				</svg>
			</section>
			{series.length > 1 ? <Legend series={series} /> : null}
		</figure>
	);
}

interface BarProps {
	x: number;
	width: number;
	top: number;
	parts: readonly { id: number; name: string; value: number }[];
	title: (name: string, value: number) => string;
}

function Bar({ x, width, top, parts, title }: BarProps) {
	let below = 0;
	return parts.map(({ id, name, value }, index) => {
		const height = (value / top) * PLOT;
		below += height;
		return (
			<rect
				key={id}
				x={x}
				y={TOP + PLOT - below}
				width={width}
				height={Math.max(0, height - 1)}
				rx="3"
				fill={fillOf(index)}
			>
				<title>{title(name, value)}</title>
			</rect>
		);
	});
}

function Legend({ series }: { series: readonly Series[] }) {
	const { t } = useTranslation("hotelAdmin");
	const shown = series.slice(0, FILLS.length);
	return (
		<figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-meta text-ink-600">
			{shown.map(({ id, name }, index) => (
				<span key={id} className="flex items-center gap-1.5">
					<svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
						<rect width="10" height="10" rx="3" fill={fillOf(index)} />
					</svg>
					{series.length > FILLS.length && index === FILLS.length - 1 ? t("environment.others") : name}
				</span>
			))}
		</figcaption>
	);
}
