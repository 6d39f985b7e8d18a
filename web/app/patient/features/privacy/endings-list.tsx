import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { components } from "~/shared/api/schema";
import { koreanDate } from "~/shared/lib/format";

export type Endings = components["schemas"]["EndingsResponse"];

/** Returns whether there is anything that a person should know beforehand. */
export function hasEndings({ applications, claims, continuingClaims, unpaidClaims }: Endings) {
	return applications.length + claims.length + continuingClaims.length + unpaidClaims.length > 0;
}

interface EndingsProps {
	endings: Endings;
	/** Whether the account is deleted: what continues can then no longer be downloaded. */
	isDeletion?: boolean;
}

/** What is canceled, what continues, and what is refunded. */
export function EndingsList({ endings, isDeletion = false }: EndingsProps) {
	const { t } = useTranslation("privacy");
	const { applications, claims, continuingClaims, unpaidClaims, refund } = endings;
	const formatWon = (amount: number) => t("ends.won", { amount: formatAmount(amount) });
	if (!hasEndings(endings)) return null;
	return (
		<div className="mt-3 rounded-[16px] bg-quiet p-4 text-[14px]">
			<ul className="flex list-disc flex-col gap-1.5 pl-5">
				{applications.map(({ id, institution, createdAt }) => (
					<li key={`a${id}`}>{t("ends.application", { institution, date: koreanDate(createdAt) })}</li>
				))}
				{claims.map(({ id, institution, createdAt, amount }) => (
					<li key={`c${id}`}>
						{amount > 0
							? t("ends.paidClaim", { institution, date: koreanDate(createdAt), amount: formatWon(amount) })
							: t("ends.claim", { institution, date: koreanDate(createdAt) })}
					</li>
				))}
				{unpaidClaims.map(({ id, institution, createdAt, amount }) => (
					<li key={`u${id}`}>
						{t("ends.unpaid", { institution, date: koreanDate(createdAt), amount: formatWon(amount) })}
					</li>
				))}
				{continuingClaims.map(({ id, institution, createdAt }) => (
					<li key={`g${id}`}>
						{t(isDeletion ? "ends.mailOnly" : "ends.continues", { institution, date: koreanDate(createdAt) })}
					</li>
				))}
			</ul>
			{refund > 0 ? (
				<p className="mt-2 font-semibold">{t("ends.refund", { amount: formatWon(refund) })}</p>
			) : null}
		</div>
	);
}
