import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { useSetConsent, useWithdrawal } from "./consents";
import { EndingsList } from "./endings-list";

interface Recipient {
	kind: string;
	id: number;
	name: string;
}

/** Withdraws the consent that a clinic or an insurer receives data, after saying what that cancels. */
export function ProvideConsent({ recipient }: { recipient: Recipient }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	return (
		<>
			<Button tone="secondary" className="w-full" onPress={() => setAsking(true)}>
				{t("withdraw.open")}
			</Button>
			{asking ? <WithdrawSheet recipient={recipient} onClose={() => setAsking(false)} /> : null}
		</>
	);
}

function WithdrawSheet({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
	const { t } = useTranslation("privacy");
	const { kind, id, name } = recipient;
	const endings = useWithdrawal({ kind, id });
	const set = useSetConsent({ kind: "provide", recipient: { kind, id }, ends: true });
	const error = set.error ?? endings.error;
	return (
		<Dialog title={t("withdraw.provideTitle", { recipient: name })} onClose={onClose}>
			<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
				<li>{t(kind === "insurer" ? "withdraw.insurerStops" : "withdraw.provideStops")}</li>
				<li>{t(kind === "insurer" ? "withdraw.insurerStays" : "withdraw.provideStays")}</li>
				<li>{t("withdraw.again")}</li>
			</ul>
			{endings.data ? <EndingsList endings={endings.data} /> : null}
			{!endings.data && !endings.error ? <Skeleton className="mt-3 h-16 rounded-[16px]" /> : null}
			<div className="mt-5 flex flex-col gap-2.5">
				{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
				<Button
					tone="danger"
					isDisabled={!endings.data}
					isPending={set.isPending}
					onPress={() => set.mutate(false, { onSuccess: onClose })}
				>
					{t("withdraw.do")}
				</Button>
				<Button tone="quiet" onPress={onClose}>
					{t("withdraw.keep")}
				</Button>
			</div>
		</Dialog>
	);
}
