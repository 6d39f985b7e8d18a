import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordForm } from "~/domain/account/password-form";
import { roleText } from "~/ops/lib/role-text";
import { changeOperatorPassword, loadOperator, useOperator } from "~/ops/session/operator-session";
import { OpsPage } from "~/ops/ui/ops-page";
import { Panel } from "~/ops/ui/panel";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { FactorSetup } from "./factor-setup";

/** The operator's account: name, second factor and password. */
export function AccountPage() {
	const { t } = useTranslation("ops");
	const me = useOperator();
	const [isChanged, setChanged] = useState(false);
	const [setup, setSetup] = useState<"app" | "codes" | null>(null);
	const { setUp, required } = me.secondFactor;
	const close = () => {
		setSetup(null);
		void loadOperator();
	};
	return (
		<OpsPage title={t("account.title")} text={`${me.name} · ${me.loginId} · ${roleText(me.role)}`}>
			<div className="grid items-start gap-4 lg:grid-cols-2">
				<Panel
					title={t("account.factor")}
					text={t(required ? "account.factorRequired" : "account.factorText")}
				>
					<p>
						<Badge tint={setUp ? "success" : "warning"}>{t(setUp ? "account.on" : "account.off")}</Badge>
					</p>
					{setUp ? (
						<p className="text-meta text-ink-600">{t("account.newDevice")}</p>
					) : (
						<Button tone="secondary" onPress={() => setSetup("app")}>
							{t("account.setUp")}
						</Button>
					)}
				</Panel>
				<Panel title={t("account.password")} text={t("account.passwordText")}>
					{isChanged ? <Notice tone="info">{t("account.passwordDone")}</Notice> : null}
					<PasswordForm onSubmit={changeOperatorPassword} onDone={() => setChanged(true)} />
				</Panel>
			</div>
			{setup ? (
				<Dialog title={t("account.setUp")} onClose={setup === "app" ? close : undefined}>
					<FactorSetup onCodes={() => setSetup("codes")} onDone={close} />
				</Dialog>
			) : null}
		</OpsPage>
	);
}
