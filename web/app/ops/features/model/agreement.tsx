import { useTranslation } from "react-i18next";
import type { Agreement as Row } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { useAgreement } from "./queries";

/** The agreement of each clinic's experts with the model. */
export function Agreement() {
	const { t } = useTranslation("opsMoney");
	const agreement = useAgreement();
	const columns: Column<Row>[] = [
		{ key: "clinic", head: t("agreement.clinic"), isHead: true, isWide: true, cell: ({ clinic }) => clinic },
		{ key: "tenant", head: t("tenant"), cell: ({ tenant }) => tenant },
		{ key: "version", head: t("agreement.version"), cell: ({ version }) => <code>{version}</code> },
		{ key: "n", head: t("agreement.analyses"), isNumber: true, cell: ({ analyses }) => analyses },
		{
			key: "same",
			head: t("agreement.sameCells"),
			isNumber: true,
			cell: ({ sameCells }) => `${(sameCells * 100).toFixed(1)}%`,
		},
		{
			key: "kappa",
			head: t("agreement.kappa"),
			isNumber: true,
			cell: ({ kappa }) => kappa?.toFixed(2) ?? "–",
		},
		{
			key: "difference",
			head: t("agreement.difference"),
			isNumber: true,
			cell: ({ meanDifference }) => `${meanDifference > 0 ? "+" : ""}${meanDifference.toFixed(1)}%p`,
		},
	];
	return (
		<Panel title={t("agreement.title")} text={t("agreement.text")}>
			<QueryState query={agreement} skeleton="h-24 rounded-card">
				{({ agreements }) => (
					<DataTable
						label={t("agreement.title")}
						columns={columns}
						rows={agreements}
						rowKey={({ tenantId, clinicId, version }) => `${tenantId} ${clinicId} ${version}`}
						empty={t("agreement.empty")}
					/>
				)}
			</QueryState>
		</Panel>
	);
}
