import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { CLAIM_TINTS, claimStateOf } from "~/domain/claim/states";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useRecordClaims } from "./queries";

/** The person's paid claims for documents. */
export function RecordClaims({ id }: { id: number }) {
	const { t } = useTranslation("patients");
	const { data, error, isPending, refetch } = useRecordClaims(id);
	const claims = data?.insuranceClaims;
	return (
		<section aria-labelledby="claims">
			<h2 id="claims" className="mb-2 text-header">
				{t("claims.title")}
			</h2>
			{error && !claims ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
			{isPending ? <Skeleton className="h-14 rounded-[16px]" /> : null}
			{claims?.length === 0 ? <p className="card text-ink-600">{t("claims.none")}</p> : null}
			<ul className="flex flex-col gap-2">
				{claims?.map((claim) => {
					const state = claimStateOf(claim.status);
					return (
						<li key={claim.id}>
							<Link
								to={href("/clinic/insurances/:id", { id: String(claim.id) })}
								className="flex min-h-14 items-center gap-3 rounded-[16px] border border-line bg-white px-4 py-2.5 hover:bg-mint-50"
							>
								<span className="number">{koreanDate(claim.createdAt)}</span>
								<span className="min-w-0 flex-1">{claim.insurer.name}</span>
								<Badge tint={CLAIM_TINTS[state]}>{t(`state.${state}`, { ns: "claims" })}</Badge>
							</Link>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
