import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { PaymentAccount } from "~/ops/types";
import { problemText } from "~/shared/api/problem-text";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { Notice } from "~/shared/ui/notice";
import { useTestAccount } from "./account-queries";

interface Props {
	tenantId: number;
	account: PaymentAccount;
	onChange: () => void;
}

/** One account at a payment provider, without its secret, and whether the provider knows it. */
export function AccountCard({ tenantId, account, onChange }: Props) {
	const { t } = useTranslation("opsDirectory");
	const mayChange = useMay("change_directory");
	const test = useTestAccount(tenantId);
	return (
		<article className="flex flex-col gap-3 rounded-[16px] border border-line p-4">
			<h3 className="flex items-center gap-2 text-[16px] font-bold">
				{t(`providers.${account.provider as "toss"}`)}
				<Badge tint={account.active ? "success" : "quiet"}>{t(account.active ? "active" : "disabled")}</Badge>
			</h3>
			<DescriptionList
				items={[
					[t("account.clientId"), account.clientId],
					[t("account.secret"), t("account.sealed")],
				]}
			/>
			{test.error ? <Notice tone="danger">{problemText(test.error)}</Notice> : null}
			{test.data ? (
				<Notice tone={test.data.ok ? "info" : "danger"}>
					{t(test.data.ok ? "account.works" : "account.fails")} {test.data.detail}
				</Notice>
			) : null}
			{mayChange ? (
				<div className="flex flex-wrap gap-2">
					<Button tone="secondary" isPending={test.isPending} onPress={() => test.mutate(account.id)}>
						{t("account.test")}
					</Button>
					<Button tone="quiet" onPress={onChange}>
						{t("change")}
					</Button>
				</div>
			) : null}
		</article>
	);
}
