import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatCount } from "~/ops/lib/durations";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { Notice } from "~/shared/ui/notice";
import { HourChart } from "./hour-chart";
import { useQueues } from "./queries";
import { QueueCard } from "./queue-card";

/** The state of every queue, and a chart of the last hour. */
export function OverviewPage() {
	const { t } = useTranslation("opsQueues");
	const queues = useQueues();
	return (
		<OpsPage title={t("overview.title")} text={t("overview.text")}>
			<QueryState query={queues} skeleton="h-64 rounded-card">
				{({ queues: all }) => {
					const dead = all.reduce((sum, queue) => sum + queue.dead, 0);
					return (
						<>
							{dead > 0 ? (
								<Notice
									tone="warning"
									title={t("overview.dead", { count: dead, n: formatCount(dead) })}
									action={
										<Link to={href("/ops/dead-letters")} className="font-bold underline underline-offset-2">
											{t("overview.triage")}
										</Link>
									}
								>
									{t("overview.deadText")}
								</Notice>
							) : null}
							<div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
								{all.map((queue) => (
									<QueueCard key={queue.name} queue={queue} />
								))}
							</div>
						</>
					);
				}}
			</QueryState>
			<HourChart />
		</OpsPage>
	);
}
