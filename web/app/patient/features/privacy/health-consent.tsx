import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useSetConsent } from "./consents";

/** Gives the consent on a press; before withdrawing says what stops working. */
export function HealthConsent({ given }: { given: boolean }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	const set = useSetConsent({ kind: "health" });
	const failed = set.isError ? <Notice tone="danger">{problemText(set.error)}</Notice> : null;
	const withdraw = () => set.mutate(false, { onSuccess: () => setAsking(false) });
	return (
		<div className="flex flex-col gap-3">
			{asking ? null : failed}
			{given ? (
				<Button tone="secondary" onPress={() => setAsking(true)}>
					{t("withdraw.open")}
				</Button>
			) : (
				<Button isPending={set.isPending} onPress={() => set.mutate(true)}>
					{t("consent.give")}
				</Button>
			)}
			{asking ? (
				<Dialog title={t("withdraw.title")} onClose={() => setAsking(false)}>
					<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
						<li>{t("withdraw.stops")}</li>
						<li>{t("withdraw.stays")}</li>
						<li>{t("withdraw.again")}</li>
					</ul>
					<div className="mt-5 flex flex-col gap-2.5">
						{failed}
						<Button tone="danger" isPending={set.isPending} onPress={withdraw}>
							{t("withdraw.do")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("withdraw.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</div>
	);
}
