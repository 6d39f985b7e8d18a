import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { localDate, phoneNumber } from "~/lib/format";
import { ACCIDENT_TYPES, claimStateOf } from "~/lib/insurance/states";
import type { Claim } from "~/lib/insurance/types";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { Facts } from "~/ui/facts";
import { AGAIN } from "./again";
import { CancelPart } from "./cancel-part";
import { ClaimBadge } from "./claim-badge";
import { PapersCard } from "./papers-card";
import { PaymentCard } from "./payment-card";
import { RefundRules } from "./refund-rules";

const FOLLOWING = ["reclaim", "forward", "resend"] as const;

/** One claim: where it stands, what it cost, its documents, and what was told to clinic and insurer. */
export function ClaimView({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const navigate = useNavigate();
	const { institution, insurer, status } = claim;
	const accident = ACCIDENT_TYPES.find((each) => each === claim.accidentType);
	return (
		<div className="mx-auto flex w-full max-w-[560px] flex-col gap-3.5 pt-1">
			<div className="flex items-start justify-between gap-3">
				<div>
					<h1 className="text-title">{t("detail.title")}</h1>
					<p className="number mt-1 text-ink-600">
						{t("history.created", { date: localDate(claim.createdAt) })}
					</p>
				</div>
				<span className="mt-2 shrink-0">
					<ClaimBadge status={status} />
				</span>
			</div>
			<p className="rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
				{t(`said.${claim.needToPayment && status === 0 ? "toPay" : claimStateOf(status)}`)}
				{status < 0 && claim.canceledReason ? ` ${claim.canceledReason}` : ""}
			</p>
			<PapersCard claim={claim} />
			<PaymentCard claim={claim} />
			<section aria-labelledby="basic" className="card">
				<h2 id="basic" className="mb-3 text-header">
					{t("detail.basic")}
				</h2>
				<Facts
					facts={[
						[t("detail.clinic"), institution.name],
						[t("detail.clinicPhone"), phoneNumber(institution.phoneNumber)],
						[t("detail.insurer"), insurer.name],
						[t("field.insuredName"), claim.insuredName],
						[t("field.mobile"), phoneNumber(claim.mobile)],
						[t("field.onsetDate"), claim.onsetDate],
						[t("field.accidentType"), accident ? t(`accident.${accident}`) : claim.accidentType],
						[t("field.reason"), claim.reason],
						[t("detail.account"), `${claim.bankName} ${claim.accountNumberMasked}`],
						[t("field.depositor"), claim.depositor],
						...(claim.options.forwardTo
							? [[t("detail.forwardTo"), claim.options.forwardTo.name] as const]
							: []),
						...(claim.mailTo
							? [
									[
										t("detail.mailTo"),
										`(${claim.mailTo.zipcode}) ${claim.mailTo.address} ${claim.mailTo.addressDetail}`.trim(),
									] as const,
								]
							: []),
					]}
				/>
			</section>
			<RefundRules />
			{claim.payment && !claim.payment.refunded && status === 2 ? <Again claim={claim} /> : null}
			<CancelPart claim={claim} onCanceled={() => void navigate(pathTo("insuranceHistory"))} />
		</div>
	);
}

/** What can follow an issued claim, at a lower fee. */
function Again({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const until = claim.downloadableUntil;
	// Only what is still kept can be sent again or on.
	const hasFiles = claim.documents.length > 0 && until !== null && Date.parse(until) > Date.now();
	return (
		<section aria-labelledby="again" className="card">
			<h2 id="again" className="text-header">
				{t("again.title")}
			</h2>
			<ul className="mt-2 flex flex-col gap-2">
				{FOLLOWING.filter((kind) => kind === "reclaim" || hasFiles).map((kind) => (
					<li key={kind}>
						<Link
							to={`${pathTo("applyInsurance")}?${new URLSearchParams({ kind, prior: String(claim.id) })}`}
							className={buttonStyle("secondary", "w-full justify-between!", "tight")}
						>
							<span>{t(`again.${kind}.name`)}</span>
							<span className="text-meta text-green-700">{t(`again.${kind}.price`, AGAIN)}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
