import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { ACCIDENT_TYPES } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { formatPhone, koreanDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { DescriptionList } from "~/shared/ui/description-list";
import { CancelSection } from "./cancel-section";
import { FOLLOW_UP_PRICES } from "./claim-again";
import { ClaimBadge } from "./claim-badge";
import { DeliveryCard } from "./delivery-card";
import { DocumentsCard } from "./documents-card";
import { PaymentCard } from "./payment-card";
import { RefundRules } from "./refund-rules";
import { StatusCard } from "./status-card";

const FOLLOW_UP_KINDS = ["reclaim", "forward", "resend"] as const;

/** One claim: status, cost, documents, and the data that clinic and insurer received. */
export function ClaimSection({ claim }: { claim: Claim }) {
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
						{t("history.created", { date: koreanDate(claim.createdAt) })}
					</p>
				</div>
				<span className="mt-2 shrink-0">
					<ClaimBadge claim={claim} />
				</span>
			</div>
			{/* The documents come first, since the patient waited for them. */}
			{status === 2 ? <DocumentsCard claim={claim} /> : null}
			<StatusCard claim={claim} />
			{status === 2 || status < 0 ? null : <DocumentsCard claim={claim} />}
			<DeliveryCard claim={claim} />
			<PaymentCard claim={claim} />
			<section aria-labelledby="basic" className="card">
				<h2 id="basic" className="mb-3 text-header">
					{t("detail.basic")}
				</h2>
				<DescriptionList
					items={[
						[t("detail.clinic"), institution.name],
						[t("detail.clinicPhone"), formatPhone(institution.phoneNumber)],
						[t("detail.insurer"), insurer.name],
						[t("field.insuredName"), claim.insuredName],
						[t("field.mobile"), formatPhone(claim.mobile)],
						[t("field.onsetDate"), claim.onsetDate],
						[t("field.accidentType"), accident ? t(`accident.${accident}`) : claim.accidentType],
						[t("field.reason"), claim.reason],
						...(claim.bankName && claim.depositor
							? [
									[t("detail.account"), `${claim.bankName} ${claim.accountNumberMasked ?? ""}`] as const,
									[t("field.depositor"), claim.depositor] as const,
								]
							: []),
					]}
				/>
			</section>
			<RefundRules />
			{claim.payment && !claim.payment.refunded && status === 2 ? <FollowUpLinks claim={claim} /> : null}
			<CancelSection claim={claim} onCanceled={() => void navigate(href("/insurance-history"))} />
		</div>
	);
}

/** Follow-up claims of an issued claim, at a lower fee. */
function FollowUpLinks({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const until = claim.downloadableUntil;
	// Only documents that are still stored can be resent or forwarded.
	const hasFiles = claim.documents.length > 0 && until !== null && Date.parse(until) > Date.now();
	return (
		<section aria-labelledby="again" className="card">
			<h2 id="again" className="text-header">
				{t("again.title")}
			</h2>
			<ul className="mt-2 flex flex-col gap-2">
				{FOLLOW_UP_KINDS.filter((kind) => kind === "reclaim" || hasFiles).map((kind) => (
					<li key={kind}>
						<Link
							to={`${href("/apply-insurance")}?${new URLSearchParams({ kind, prior: String(claim.id) })}`}
							className={buttonStyle("secondary", "w-full justify-between!", "tight")}
						>
							<span>{t(`again.${kind}.name`)}</span>
							<span className="text-meta text-green-700">{t(`again.${kind}.price`, FOLLOW_UP_PRICES)}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
