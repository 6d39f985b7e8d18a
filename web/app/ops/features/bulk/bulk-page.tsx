import { useTranslation } from "react-i18next";
import { useBulks } from "~/ops/lib/bulk-query";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { BulkCard } from "./bulk-card";

/** The bulk actions with their progress. */
export function BulkPage() {
	const { t } = useTranslation("opsQueues");
	const bulks = useBulks();
	return (
		<OpsPage title={t("bulk.title")} text={t("bulk.page")}>
			<QueryState query={bulks}>
				{({ bulks: all }) =>
					all.length === 0 ? (
						<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("bulk.empty")}</p>
					) : (
						<ul aria-label={t("bulk.list")} className="flex flex-col gap-3">
							{all.map((each) => (
								<li key={each.id}>
									<BulkCard bulk={each} />
								</li>
							))}
						</ul>
					)
				}
			</QueryState>
		</OpsPage>
	);
}
