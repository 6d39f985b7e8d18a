import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatAmount } from "~/domain/claim/money";
import { DOCUMENTS } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { PersonLabel } from "~/domain/person/person-label";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { CancelSection } from "./cancel-section";
import { ClaimBadge } from "./claim-badge";
import { PayClaim } from "./pay-claim";

/** The claims, newest first, each with its next step and a link to its details. */
export function HistoryList({ claims }: { claims: readonly Claim[] }) {
	return (
		<ul className="flex flex-col gap-2.5">
			{claims.map((claim) => (
				<li key={claim.id} className="rounded-[18px] border border-line bg-white p-5">
					<Item claim={claim} />
				</li>
			))}
		</ul>
	);
}

function Item({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { institution, insurer, payment } = claim;
	const date = koreanDate(claim.createdAt);
	const names = DOCUMENTS.filter((code) => claim.documents.some((each) => each.code === code)).map((code) =>
		t(`document.${code}.name`),
	);
	return (
		<>
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<h2 className="text-body font-bold">{insurer.name}</h2>
					<p className="text-[14px] text-ink-600">{institution.name}</p>
					<PersonLabel person={claim.person} />
				</div>
				<span className="mt-0.5 shrink-0">
					{claim.needToPayment && claim.status >= 0 ? (
						<Badge tint="warning">{t("history.toPay")}</Badge>
					) : (
						<ClaimBadge claim={claim} />
					)}
				</span>
			</div>
			{names.length > 0 ? <p className="mt-2 text-[14px]">{names.join(" · ")}</p> : null}
			<p className="number mt-1 text-meta text-ink-600">
				{t("history.created", { date })}
				{payment ? ` · ${t("won", { amount: formatAmount(payment.total) })}` : ""}
			</p>
			{claim.needToPayment && claim.status >= 0 ? (
				<div className="mt-3">
					<PayClaim claim={claim} />
				</div>
			) : null}
			<div className="mt-3 grid auto-cols-fr grid-flow-col gap-2">
				<CancelSection claim={claim} isSmall />
				<Link
					to={href("/insurance/:id", { id: String(claim.id) })}
					aria-label={t("history.detailOf", { insurer: insurer.name, date })}
					className={buttonStyle("secondary", "", "tight")}
				>
					{t("history.detail")}
				</Link>
			</div>
		</>
	);
}
