import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClients } from "~/hotel/lib/clients-query";
import { formatNumber } from "~/hotel/lib/format";
import type { Client } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";

const ClientDialog = lazy(() =>
	import("./client-dialog").then((module) => ({ default: module.ClientDialog })),
);

/** All clients: hotels, their headquarters, partners. */
export function ClientsSection() {
	const { t } = useTranslation("hotelAdmin");
	const query = useClients();
	const [editing, setEditing] = useState<Client | "new" | null>(null);
	return (
		<>
			<Button className="self-start" onPress={() => setEditing("new")}>
				{t("clients.new")}
			</Button>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("clients.title")}
						rows={items}
						keyOf={({ id }) => id}
						empty={t("clients.none")}
						columns={[
							{
								head: t("clients.column.name"),
								cell: ({ name, active }) => (
									<span className="flex items-center gap-2">
										{name} {active ? null : <Badge tint="quiet">{t("person.inactive")}</Badge>}
									</span>
								),
							},
							{ head: t("clients.column.kind"), cell: ({ kind }) => t(`clients.kind.${kind}`) },
							{ head: t("clients.column.address"), cell: ({ address }) => address },
							{ head: t("clients.column.top"), cell: ({ headquarters }) => headquarters?.name ?? "–" },
							{ head: t("clients.column.partner"), cell: ({ partner }) => partner?.name ?? "–" },
							{
								head: t("clients.column.hotels"),
								isNumber: true,
								cell: ({ kind, hotelCount }) => (kind === "general_hotel" ? "–" : formatNumber(hotelCount)),
							},
							{
								head: t("person.actions"),
								isUnlabeled: true,
								cell: (client) => (
									<RowButton text={t("person.edit")} name={client.name} onPress={() => setEditing(client)} />
								),
							},
						]}
					/>
				)}
			</QueryState>
			{editing ? (
				<Suspense>
					<ClientDialog client={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
				</Suspense>
			) : null}
		</>
	);
}
