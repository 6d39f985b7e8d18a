import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "~/ops/lib/durations";
import { QUEUES, queueText } from "~/ops/lib/queue-texts";
import { FilterSelect } from "~/ops/ui/filter-select";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { koreanMinute } from "~/shared/lib/korea";
import { chartOf, HEIGHT, type Minute, SERIES, WIDTH } from "./chart";
import { useHistory } from "./queries";

const STYLES = {
	in: { color: "var(--color-info)", dash: "6 4" },
	out: { color: "var(--color-green-700)", dash: undefined },
	failures: { color: "var(--color-danger)", dash: undefined },
} as const;

/** Jobs added, completed and failed in the last hour, of one queue or of all. */
export function HourChart() {
	const { t } = useTranslation("opsQueues");
	const { t: tOps } = useTranslation("ops");
	const [queue, setQueue] = useState("");
	const history = useHistory();
	return (
		<Panel
			title={t("chart.title")}
			text={t("chart.text")}
			actions={
				<FilterSelect
					label={t("filter.queue")}
					all={tOps("all")}
					value={queue}
					choices={QUEUES.map((each) => [each, queueText(each)] as const)}
					onChange={setQueue}
				/>
			}
		>
			<QueryState query={history}>
				{({ points }) => <Lines points={points.filter((point) => queue === "" || point.queue === queue)} />}
			</QueryState>
		</Panel>
	);
}

function Lines({ points }: { points: readonly Minute[] }) {
	const { t } = useTranslation("opsQueues");
	const { lines, most, sums, first, last } = chartOf(points);
	if (!first || !last) return <p className="py-8 text-center text-ink-600">{t("chart.empty")}</p>;
	return (
		<figure className="flex flex-col gap-2">
			<svg
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={t("chart.summary", {
					in: formatCount(sums.in),
					out: formatCount(sums.out),
					failures: formatCount(sums.failures),
				})}
				className="h-44 w-full overflow-visible"
			>
				{[0, 0.5, 1].map((part) => (
					<line
						key={part}
						x1="0"
						x2={WIDTH}
						y1={HEIGHT * part}
						y2={HEIGHT * part}
						stroke="var(--color-line)"
						vectorEffect="non-scaling-stroke"
					/>
				))}
				{SERIES.map((name) => (
					<polyline
						key={name}
						points={lines[name]}
						fill="none"
						stroke={STYLES[name].color}
						strokeDasharray={STYLES[name].dash}
						strokeWidth="2"
						strokeLinejoin="round"
						vectorEffect="non-scaling-stroke"
					/>
				))}
			</svg>
			<p className="number flex justify-between text-[12px] text-ink-600">
				<span>{koreanMinute(first).slice(11)}</span>
				<span>{t("chart.most", { count: most, n: formatCount(most) })}</span>
				<span>{koreanMinute(last).slice(11)}</span>
			</p>
			<Legend sums={sums} />
		</figure>
	);
}

function Legend({ sums }: Pick<ReturnType<typeof chartOf>, "sums">) {
	const { t } = useTranslation("opsQueues");
	return (
		<figcaption className="number flex flex-wrap gap-x-5 gap-y-1 text-meta">
			{SERIES.map((name) => (
				<span key={name} className="inline-flex items-center gap-2">
					<svg viewBox="0 0 24 4" aria-hidden="true" className="h-1 w-6">
						<path
							d="M0 2h24"
							stroke={STYLES[name].color}
							strokeDasharray={STYLES[name].dash}
							strokeWidth="3"
						/>
					</svg>
					{t(`chart.${name}`)} <b>{formatCount(sums[name])}</b>
				</span>
			))}
		</figcaption>
	);
}
