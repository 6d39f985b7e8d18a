import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { koreanMinute } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { Agreement } from "./agreement";
import { ChangeDialog } from "./change-dialog";
import { Changes } from "./changes";
import { useModel } from "./queries";
import { VersionCard } from "./version-card";

/** The model versions with their figures, the deployed one, and the clinics' agreement with it. */
export function ModelPage() {
	const { t } = useTranslation("opsMoney");
	const model = useModel();
	const mayChange = useMay("change_model");
	const [isAsking, setAsking] = useState(false);
	return (
		<OpsPage
			title={t("model.title")}
			text={t("model.text")}
			actions={
				mayChange && model.data?.canRollBack ? (
					<Button tone="danger" onPress={() => setAsking(true)}>
						{t("model.rollBack")}
					</Button>
				) : null
			}
		>
			<QueryState query={model}>
				{({ deployed, since, shadow, versions, changes }) => (
					<>
						<p className="rounded-card bg-mint-50 px-5 py-4">
							<span className="text-ink-600">{t("model.now")} </span>
							<b className="number text-header">{deployed ?? t("model.builtIn")}</b>
							{since ? <span className="number text-meta text-ink-600"> · {koreanMinute(since)}</span> : null}
						</p>
						{versions.length === 0 ? <p className="text-ink-600">{t("model.empty")}</p> : null}
						<ul aria-label={t("model.list")} className="grid items-start gap-3 lg:grid-cols-2">
							{versions.map((version) => (
								<li key={version.version}>
									<VersionCard version={version} share={shadow?.share ?? null} />
								</li>
							))}
						</ul>
						<Changes changes={changes} />
					</>
				)}
			</QueryState>
			<Agreement />
			{isAsking ? <ChangeDialog action="rollback" version={null} onClose={() => setAsking(false)} /> : null}
		</OpsPage>
	);
}
