import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { Claim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useCancelClaim } from "./queries";

interface Props {
	claim: Claim;
	/** Size of the button that opens the dialog. */
	isSmall?: boolean;
	onCanceled?: () => void;
}

/** Withdraws a claim, which is possible until a document is issued. A confirmation says what happens to the money. */
export function CancelSection({ claim, isSmall, onCanceled }: Props) {
	const { t } = useTranslation("insurance");
	const [asking, setAsking] = useState(false);
	const cancel = useCancelClaim(claim.id);
	if (!claim.cancellation.possible) return null;
	const { refund } = claim.cancellation;
	const done = () => {
		setAsking(false);
		onCanceled?.();
	};
	return (
		<>
			<Button
				tone="quiet"
				className={`text-ink-600! ${isSmall ? "px-3! text-[14px]!" : ""}`}
				onPress={() => setAsking(true)}
			>
				{t("cancel.open")}
			</Button>
			{asking ? (
				<Dialog title={t("cancel.title")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">
						{refund > 0
							? t("cancel.paid", { amount: t("won", { amount: formatAmount(refund) }) })
							: t("cancel.text")}
					</p>
					{cancel.error ? (
						<div className="mt-3">
							<Notice tone="danger">{fieldProblemText(cancel.error)}</Notice>
						</div>
					) : null}
					<div className="mt-5 flex flex-col gap-2.5">
						<Button
							tone="danger"
							isPending={cancel.isPending}
							onPress={() => cancel.mutate(undefined, { onSuccess: done })}
						>
							{t("cancel.do")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("cancel.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</>
	);
}
