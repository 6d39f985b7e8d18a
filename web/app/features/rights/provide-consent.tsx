import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { useSetConsent } from "./consents";
import { problemText } from "./problem-text";

/** Withdraws the consent that a clinic receives data, after saying what that does and does not do. */
export function ProvideConsent({ recipient }: { recipient: string }) {
	const { t } = useTranslation("rights");
	const [asking, setAsking] = useState(false);
	const set = useSetConsent({ kind: "provide", recipient });
	return (
		<>
			<Button tone="secondary" className="w-full" onPress={() => setAsking(true)}>
				{t("withdraw.open")}
			</Button>
			{asking ? (
				<Sheet title={t("withdraw.provideTitle", { recipient })} onClose={() => setAsking(false)}>
					<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
						<li>{t("withdraw.provideStops")}</li>
						<li>{t("withdraw.provideStays")}</li>
						<li>{t("withdraw.again")}</li>
					</ul>
					<div className="mt-5 flex flex-col gap-2.5">
						{set.isError ? <Notice tone="danger">{problemText(t, set.error)}</Notice> : null}
						<Button
							tone="danger"
							isPending={set.isPending}
							onPress={() => set.mutate(false, { onSuccess: () => setAsking(false) })}
						>
							{t("withdraw.do")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("withdraw.keep")}
						</Button>
					</div>
				</Sheet>
			) : null}
		</>
	);
}
