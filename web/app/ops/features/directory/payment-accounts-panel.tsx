import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { PaymentAccount } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { Button } from "~/shared/ui/button";
import { AccountCard } from "./account-card";
import { AccountDialog } from "./account-dialog";
import { usePaymentAccounts } from "./account-queries";

/** The tenant's payment accounts, at most one per provider. */
export function PaymentAccountsPanel({ tenantId }: { tenantId: number }) {
	const { t } = useTranslation("opsDirectory");
	const accounts = usePaymentAccounts(tenantId);
	const mayChange = useMay("change_directory");
	const [open, setOpen] = useState<{ account: PaymentAccount | null } | null>(null);
	return (
		<Panel
			title={t("accounts.title")}
			text={t("accounts.text")}
			actions={
				mayChange ? <Button onPress={() => setOpen({ account: null })}>{t("accounts.add")}</Button> : null
			}
		>
			<QueryState query={accounts} skeleton="h-24 rounded-card">
				{({ accounts: all }) =>
					all.length === 0 ? (
						<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("accounts.empty")}</p>
					) : (
						<ul aria-label={t("accounts.title")} className="grid gap-3 lg:grid-cols-2">
							{all.map((account) => (
								<li key={account.id}>
									<AccountCard tenantId={tenantId} account={account} onChange={() => setOpen({ account })} />
								</li>
							))}
						</ul>
					)
				}
			</QueryState>
			{open ? (
				<AccountDialog tenantId={tenantId} account={open.account} onClose={() => setOpen(null)} />
			) : null}
		</Panel>
	);
}
