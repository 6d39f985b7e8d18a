import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { roleText } from "~/ops/lib/role-text";
import { useOperator } from "~/ops/session/operator-session";
import type { Operator } from "~/ops/types";
import { type Column, DataTable } from "~/ops/ui/data-table";
import { OncePassword } from "~/ops/ui/once-password";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { OperatorDialog } from "./operator-dialog";
import { useOperators } from "./queries";
import { ResetDialog } from "./reset-dialog";

type OpenDialog =
	| { dialog: "new" }
	| { dialog: "change" | "reset"; operator: Operator }
	| { dialog: "password"; loginId: string; password: string }
	| null;

/** The operators with their roles. */
export function OperatorsPage() {
	const { t } = useTranslation("opsRecords");
	const operators = useOperators();
	const [open, setOpen] = useState<OpenDialog>(null);
	const close = () => setOpen(null);
	const show = (loginId: string, password: string | null) =>
		setOpen(password ? { dialog: "password", loginId, password } : null);
	return (
		<OpsPage
			title={t("operators.title")}
			text={t("operators.text")}
			actions={<Button onPress={() => setOpen({ dialog: "new" })}>{t("operators.add")}</Button>}
		>
			<QueryState query={operators}>
				{({ operators: all }) => <OperatorsTable operators={all} onOpen={setOpen} />}
			</QueryState>
			{open?.dialog === "new" ? <OperatorDialog onDone={show} onClose={close} /> : null}
			{open?.dialog === "change" ? (
				<OperatorDialog operator={open.operator} onDone={show} onClose={close} />
			) : null}
			{open?.dialog === "reset" ? (
				<ResetDialog operator={open.operator} onDone={show} onClose={close} />
			) : null}
			{open?.dialog === "password" ? (
				<OncePassword loginId={open.loginId} password={open.password} onClose={close} />
			) : null}
		</OpsPage>
	);
}

interface TableProps {
	operators: readonly Operator[];
	onOpen: (open: OpenDialog) => void;
}

function OperatorsTable({ operators, onOpen }: TableProps) {
	const { t } = useTranslation("opsRecords");
	const me = useOperator();
	const columns: Column<Operator>[] = [
		{ key: "name", head: t("operators.name"), isHead: true, cell: ({ name }) => name },
		{ key: "loginId", head: t("operators.loginId"), cell: ({ loginId }) => <code>{loginId}</code> },
		{ key: "role", head: t("operators.role"), cell: ({ role }) => roleText(role) },
		{ key: "state", head: t("operators.state"), isWide: true, cell: (row) => <States operator={row} /> },
		{
			key: "do",
			head: t("operators.do"),
			cell: (operator) => (
				<span className="flex justify-end gap-1.5 whitespace-nowrap max-md:flex-wrap">
					<button
						type="button"
						onClick={() => onOpen({ dialog: "change", operator })}
						className={buttonStyle("secondary", "min-h-11", "tight")}
					>
						{t("operators.change")}
						<span className="sr-only"> {operator.name}</span>
					</button>
					{operator.active && operator.id !== me.id ? (
						<button
							type="button"
							onClick={() => onOpen({ dialog: "reset", operator })}
							className={buttonStyle("quiet", "min-h-11", "tight")}
						>
							{t("operators.reset")}
							<span className="sr-only"> {operator.name}</span>
						</button>
					) : null}
					<Link
						to={{ pathname: href("/ops/audit"), search: `operatorId=${operator.id}` }}
						className={buttonStyle("quiet", "min-h-11", "tight")}
					>
						{t("operators.audit")}
						<span className="sr-only"> {operator.name}</span>
					</Link>
				</span>
			),
		},
	];
	return (
		<DataTable
			label={t("operators.title")}
			columns={columns}
			rows={operators}
			rowKey={({ id }) => id}
			empty={t("operators.empty")}
		/>
	);
}

function States({ operator }: { operator: Operator }) {
	const { t } = useTranslation("opsRecords");
	return (
		<span className="flex flex-wrap gap-1.5 max-md:justify-end">
			<Badge tint={operator.active ? "success" : "quiet"}>
				{t(operator.active ? "operators.active" : "operators.ended")}
			</Badge>
			{operator.mustChangePassword ? <Badge tint="warning">{t("operators.temporary")}</Badge> : null}
			{operator.hasSecondFactor ? <Badge tint="mint">{t("operators.factor")}</Badge> : null}
		</span>
	);
}
