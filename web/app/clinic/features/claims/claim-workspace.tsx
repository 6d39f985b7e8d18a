import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatAmount } from "~/domain/claim/money";
import { ACCIDENT_TYPES } from "~/domain/claim/states";
import type { StaffClaim } from "~/domain/claim/types";
import { formatPhone, koreanDate } from "~/shared/lib/format";
import { DescriptionList } from "~/shared/ui/description-list";
import { useClaimPaths } from "./claim-filters";
import { DocumentsSection } from "./documents-section";
import { MailCard } from "./mail-card";
import { useRefundText } from "./refund-text";
import { StepCard } from "./step-card";

const ForwardCard = lazy(() => import("./forward-card").then((module) => ({ default: module.ForwardCard })));

/** One claim at the clinic: documents and details on the left, the next step on the right. */
export function ClaimWorkspace({ claim }: { claim: StaffClaim }) {
	return (
		<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
			<div className="flex min-w-0 flex-col gap-4">
				<DocumentsSection key={claim.id} claim={claim} />
				<DetailsCard claim={claim} />
			</div>
			<div className="flex min-w-0 flex-col gap-4">
				<StepCard key={`${claim.id} ${claim.status}`} claim={claim} />
				<MailCard claim={claim} />
				{claim.options.forwarding ? (
					<Suspense>
						<ForwardCard key={`f${claim.id}`} claim={claim} />
					</Suspense>
				) : null}
				<OrderCard claim={claim} />
			</div>
		</div>
	);
}

/** The insurer, the patient, the treatment and the payout account. */
function DetailsCard({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const accident = ACCIDENT_TYPES.find((each) => each === claim.accidentType);
	const account = `${claim.bankName} ${claim.accountNumberMasked ?? ""} (${claim.depositor ?? ""})`;
	return (
		<section aria-labelledby="claim-details" className="card">
			<h2 id="claim-details" className="mb-3 text-header">
				{t("details.title")}
			</h2>
			<DescriptionList
				items={[
					[t("details.insurer"), claim.insurer.name],
					[t("details.insuredName"), claim.insuredName],
					[t("details.patient"), claim.patient.name],
					[t("details.mobile"), formatPhone(claim.mobile)],
					[t("details.onsetDate"), claim.onsetDate],
					[t("details.accidentType"), accident ? t(`accident.${accident}`) : claim.accidentType],
					[t("details.reason"), claim.reason],
					...(claim.bankName ? [[t("details.account"), account] as const] : []),
				]}
			/>
		</section>
	);
}

/** The ordered options, the payment with its refund, and a link to the claim that this one follows. */
function OrderCard({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const { options, payment } = claim;
	const paths = useClaimPaths();
	const refund = useRefundText(claim);
	const kind = (["new", "reclaim", "forward", "resend"] as const).find((each) => each === options.kind);
	const extras = (["doctorSignature", "registeredMail", "forwarding"] as const).filter(
		(each) => options[each],
	);
	const prior =
		claim.priorClaimId === null ? null : (
			<Link key="prior" to={paths.claim(claim.priorClaimId)} className="text-green-700 underline">
				{t("order.priorOpen")}
			</Link>
		);
	return (
		<section aria-labelledby="claim-order" className="card">
			<h2 id="claim-order" className="mb-3 text-header">
				{t("order.title")}
			</h2>
			<DescriptionList
				items={[
					[t("order.kind"), kind ? t(`kind.${kind}`) : options.kind],
					[t("order.extras"), extras.map((each) => t(`extra.${each}`)).join(", ") || "-"],
					[
						t("order.payment"),
						payment ? t("won", { amount: formatAmount(payment.total) }) : t("list.unpaid"),
					],
					[t("order.paidAt"), payment ? koreanDate(payment.date) : "-"],
					...(refund ? [[t("refund.name"), refund] as const] : []),
					...(prior ? [[t("order.prior"), prior] as const] : []),
				]}
			/>
		</section>
	);
}
