import { useTranslation } from "react-i18next";
import { jobsText } from "~/ops/lib/queue-texts";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { GroupCard } from "./group-card";
import { useDeadGroups } from "./queries";

/** The dead jobs by error, largest group first. A group is retried or deleted as a whole. */
export function DeadLettersPage() {
	const { t } = useTranslation("opsQueues");
	const dead = useDeadGroups();
	return (
		<OpsPage title={t("dead.title")} text={t("dead.text")}>
			<QueryState query={dead}>
				{({ groups }) => {
					const sum = groups.reduce((all, group) => all + group.count, 0);
					return groups.length === 0 ? (
						<p className="rounded-card bg-mint-50 px-5 py-10 text-center font-semibold text-green-700">
							{t("dead.empty")}
						</p>
					) : (
						<>
							<p role="status" className="number font-semibold">
								{t("dead.sum", { count: groups.length, groups: groups.length, amount: jobsText(t, sum) })}
							</p>
							<ul aria-label={t("dead.list")} className="flex flex-col gap-3">
								{groups.map((group) => (
									<li key={`${group.queue} ${group.kind} ${group.error}`}>
										<GroupCard group={group} />
									</li>
								))}
							</ul>
						</>
					);
				}}
			</QueryState>
		</OpsPage>
	);
}
