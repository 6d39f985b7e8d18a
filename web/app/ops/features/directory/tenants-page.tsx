import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useMay } from "~/ops/session/operator-session";
import type { TenantSummary } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { koreanDay } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { useTenants } from "./queries";

/** The tenants with their hosts. */
export function TenantsPage() {
	const { t } = useTranslation("opsDirectory");
	const tenants = useTenants();
	const mayChange = useMay("change_directory");
	const columns: Column<TenantSummary>[] = [
		{
			key: "name",
			head: t("tenant.name"),
			isHead: true,
			cell: (tenant) => <TenantLink tenant={tenant} />,
		},
		{ key: "key", head: t("tenant.key"), cell: ({ key }) => <code>{key}</code> },
		{ key: "kind", head: t("tenant.kind"), cell: ({ kind }) => t(`kinds.${kind as "dental"}`) },
		{ key: "hosts", head: t("tenant.hosts"), isWide: true, cell: ({ hosts }) => hosts.join(", ") },
		{ key: "clinics", head: t("tenant.clinics"), isNumber: true, cell: ({ clinics }) => clinics },
		{
			key: "state",
			head: t("state"),
			cell: ({ active }) => (
				<Badge tint={active ? "success" : "quiet"}>{t(active ? "active" : "disabled")}</Badge>
			),
		},
		{
			key: "since",
			head: t("tenant.since"),
			isNumber: true,
			cell: ({ createdAt }) => koreanDay(new Date(createdAt)),
		},
	];
	return (
		<OpsPage
			title={t("tenants.title")}
			text={t("tenants.text")}
			actions={
				mayChange ? (
					<Link to={href("/ops/tenants/new")} className={buttonStyle()}>
						{t("tenants.add")}
					</Link>
				) : null
			}
		>
			<QueryState query={tenants}>
				{({ tenants: all }) => (
					<DataTable
						label={t("tenants.title")}
						columns={columns}
						rows={all}
						rowKey={({ id }) => id}
						empty={t("tenants.empty")}
					/>
				)}
			</QueryState>
		</OpsPage>
	);
}

function TenantLink({ tenant }: { tenant: TenantSummary }) {
	return (
		<Link
			data-row
			to={href("/ops/tenants/:id", { id: String(tenant.id) })}
			className="inline-flex min-h-6 items-center font-bold text-green-700 underline underline-offset-2"
		>
			{tenant.name}
		</Link>
	);
}
