import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import { patientStateOf } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";

const STEPS = ["requested", "issuing"] as const;

/** The status of a claim, in a sentence and as steps; for a canceled claim the reason and the state of its refund. */
export function StatusCard({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { status, payment } = claim;
	const state = patientStateOf(claim);
	const steps = [...STEPS, claim.documents.length === 0 ? "sent" : "downloadable"] as const;
	const refund = payment?.refund;
	return (
		<section
			aria-label={t("detail.status")}
			className="rounded-[16px] bg-mint-50 px-4 py-3.5 text-[14px] text-green-800"
		>
			<p className="font-semibold">
				{t(`stateText.${claim.needToPayment && status === 0 ? "toPay" : state}`)}
				{status < 0 && claim.canceledReason ? ` ${claim.canceledReason}` : ""}
			</p>
			{refund ? (
				<p className="number mt-1">
					{t(`payment.${refund.state as "refunding" | "refunded"}`, {
						amount: t("won", { amount: formatAmount(refund.amount) }),
						date: koreanDate(refund.at),
					})}
				</p>
			) : null}
			{state === "canceled" ? null : (
				<ol className="mt-3 grid grid-cols-3 gap-1.5">
					{steps.map((step, at) => (
						<li
							key={step}
							aria-current={at === status ? "step" : undefined}
							className={`border-t-4 pt-1.5 text-[13px] leading-snug ${at <= status ? "border-green-700 font-bold" : "border-line text-ink-600"}`}
						>
							{t(`state.${step}`)}
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
