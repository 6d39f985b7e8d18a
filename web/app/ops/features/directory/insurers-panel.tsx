import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { Insurer } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { InsurerDialog } from "./insurer-dialog";
import { useInsurers } from "./insurer-queries";

/** The insurers that the tenant's patients can claim from, in display order. */
export function InsurersPanel({ tenantId }: { tenantId: number }) {
	const { t } = useTranslation("opsDirectory");
	const insurers = useInsurers(tenantId);
	const mayChange = useMay("change_directory");
	const [open, setOpen] = useState<{ insurer: Insurer | null } | null>(null);
	const columns: Column<Insurer>[] = [
		{ key: "position", head: t("insurer.position"), isNumber: true, cell: ({ position }) => position },
		{ key: "name", head: t("insurer.name"), isHead: true, isWide: true, cell: ({ name }) => name },
		{
			key: "state",
			head: t("state"),
			cell: ({ active }) => (
				<Badge tint={active ? "success" : "quiet"}>{t(active ? "active" : "disabled")}</Badge>
			),
		},
	];
	if (mayChange) {
		columns.push({
			key: "do",
			head: t("do"),
			cell: (insurer) => <ChangeButton name={insurer.name} onPress={() => setOpen({ insurer })} />,
		});
	}
	return (
		<Panel
			title={t("insurers.title")}
			text={t("insurers.text")}
			actions={
				mayChange ? <Button onPress={() => setOpen({ insurer: null })}>{t("insurers.add")}</Button> : null
			}
		>
			<QueryState query={insurers} skeleton="h-24 rounded-card">
				{({ insurers: all }) => (
					<DataTable
						label={t("insurers.title")}
						columns={columns}
						rows={all}
						rowKey={({ id }) => id}
						empty={t("insurers.empty")}
					/>
				)}
			</QueryState>
			{open ? (
				<InsurerDialog
					tenantId={tenantId}
					insurer={open.insurer}
					position={insurers.data?.insurers.length ?? 0}
					onClose={() => setOpen(null)}
				/>
			) : null}
		</Panel>
	);
}

function ChangeButton({ name, onPress }: { name: string; onPress: () => void }) {
	const { t } = useTranslation("opsDirectory");
	return (
		<button type="button" onClick={onPress} className={buttonStyle("quiet", "min-h-11", "tight")}>
			{t("change")}
			<span className="sr-only"> {name}</span>
		</button>
	);
}
