import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { Clinic } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { OncePassword } from "~/ops/ui/once-password";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { formatPhone } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { AdminDialog, type NewAdmin } from "./admin-dialog";
import { ClinicDialog } from "./clinic-dialog";
import { useClinics } from "./clinic-queries";

type OpenDialog =
	| { dialog: "clinic"; clinic: Clinic | null }
	| { dialog: "admin"; clinic: Clinic }
	| { dialog: "once"; admin: NewAdmin }
	| null;

/** The tenant's clinics, each with its first admin, who adds the others. */
export function ClinicsPanel({ tenantId }: { tenantId: number }) {
	const { t } = useTranslation("opsDirectory");
	const clinics = useClinics(tenantId);
	const mayChange = useMay("change_directory");
	const [open, setOpen] = useState<OpenDialog>(null);
	const close = () => setOpen(null);
	return (
		<Panel
			title={t("clinics.title")}
			text={t("clinics.text")}
			actions={
				mayChange ? (
					<Button onPress={() => setOpen({ dialog: "clinic", clinic: null })}>{t("clinics.add")}</Button>
				) : null
			}
		>
			<QueryState query={clinics} skeleton="h-24 rounded-card">
				{({ clinics: all }) => (
					<DataTable
						label={t("clinics.title")}
						columns={columnsOf(t, mayChange, setOpen)}
						rows={all}
						rowKey={({ id }) => id}
						empty={t("clinics.empty")}
					/>
				)}
			</QueryState>
			{open?.dialog === "clinic" ? (
				<ClinicDialog tenantId={tenantId} clinic={open.clinic} onClose={close} />
			) : null}
			{open?.dialog === "admin" ? (
				<AdminDialog
					tenantId={tenantId}
					clinic={open.clinic}
					onAdmin={(admin) => setOpen({ dialog: "once", admin })}
					onClose={close}
				/>
			) : null}
			{open?.dialog === "once" ? (
				<OncePassword
					loginId={open.admin.loginId}
					password={open.admin.temporaryPassword}
					link={open.admin.link}
					onClose={close}
				/>
			) : null}
		</Panel>
	);
}

function columnsOf(
	t: ReturnType<typeof useTranslation<"opsDirectory">>["t"],
	mayChange: boolean,
	onOpen: (open: OpenDialog) => void,
): Column<Clinic>[] {
	const columns: Column<Clinic>[] = [
		{ key: "name", head: t("clinic.name"), isHead: true, cell: ({ name }) => name },
		{
			key: "representative",
			head: t("clinic.representative"),
			cell: ({ representativeName }) => representativeName,
		},
		{
			key: "phone",
			head: t("clinic.phone"),
			isNumber: true,
			cell: ({ phoneNumber: digits }) => formatPhone(digits),
		},
		{ key: "address", head: t("clinic.address"), isWide: true, cell: ({ address }) => address },
		{
			key: "state",
			head: t("state"),
			cell: ({ active }) => (
				<Badge tint={active ? "success" : "quiet"}>{t(active ? "active" : "disabled")}</Badge>
			),
		},
	];
	if (!mayChange) return columns;
	return [
		...columns,
		{
			key: "do",
			head: t("do"),
			cell: (clinic) => (
				<span className="flex flex-wrap justify-end gap-1.5">
					<button
						type="button"
						onClick={() => onOpen({ dialog: "admin", clinic })}
						className={buttonStyle("secondary", "min-h-11 whitespace-nowrap", "tight")}
					>
						{t("admin.add")}
						<span className="sr-only"> {clinic.name}</span>
					</button>
					<button
						type="button"
						onClick={() => onOpen({ dialog: "clinic", clinic })}
						className={buttonStyle("quiet", "min-h-11", "tight")}
					>
						{t("change")}
						<span className="sr-only"> {clinic.name}</span>
					</button>
				</span>
			),
		},
	];
}
