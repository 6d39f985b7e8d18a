import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useSetConsent } from "./consents";

/** Lets photos and scores teach the AI, or ends that, after saying what is used and that nothing depends on it. */
export function TrainingConsent({ given }: { given: boolean }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	const set = useSetConsent({ kind: "training" });
	const failed = set.isError ? <Notice tone="danger">{problemText(set.error)}</Notice> : null;
	return (
		<div className="flex flex-col gap-3">
			<ul className="flex list-disc flex-col gap-1.5 pl-5 text-[14px] text-ink-600">
				<li>{t("training.cut")}</li>
				<li>{t("training.nameless")}</li>
				<li>{t("training.care")}</li>
				<li>{t("training.ends")}</li>
			</ul>
			{asking ? null : failed}
			{/* as quiet as its withdrawal: nobody is to be talked into it */}
			<Button
				tone="secondary"
				isPending={set.isPending && !asking}
				onPress={() => (given ? setAsking(true) : set.mutate(true))}
			>
				{t(given ? "withdraw.open" : "consent.give")}
			</Button>
			{asking ? (
				<Dialog title={t("withdraw.trainingTitle")} onClose={() => setAsking(false)}>
					<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
						<li>{t("withdraw.trainingStops")}</li>
						<li>{t("withdraw.trainingStays")}</li>
						<li>{t("withdraw.again")}</li>
					</ul>
					<div className="mt-5 flex flex-col gap-2.5">
						{failed}
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
				</Dialog>
			) : null}
		</div>
	);
}
