import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { BackLink } from "~/clinic/ui/back-link";
import { CLAIM_TINTS, claimStateOf } from "~/domain/claim/states";
import { isStatus } from "~/shared/api/problem";
import { koreanDate, parseId } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useClaimPaths } from "./claim-filters";
import { ClaimWorkspace } from "./claim-workspace";
import { useClinicClaim } from "./claims-query";
import { MissingClaim } from "./missing-claim";

export function ClaimPage() {
	const id = parseId(useParams().id);
	return (
		<main id="main" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
			<div className="mx-auto flex max-w-[1400px] flex-col gap-4 p-4 sm:p-5">
				{id === null ? <MissingClaim /> : <LoadedClaim key={id} id={id} />}
			</div>
		</main>
	);
}

function LoadedClaim({ id }: { id: number }) {
	const { t } = useTranslation("claims");
	const { data, error, refetch } = useClinicClaim(id);
	const paths = useClaimPaths();
	if (isStatus(error, 404)) return <MissingClaim />;
	if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton className="h-[60dvh] rounded-card" />;
	const claim = data.insuranceClaim;
	const state = claimStateOf(claim.status);
	return (
		<>
			<header className="flex items-center gap-2">
				<BackLink to={paths.list} label={t("page.back")} />
				<div className="min-w-0">
					<h1 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[22px]">
						{claim.insuredName}
						<Badge tint={CLAIM_TINTS[state]}>{t(`state.${state}`)}</Badge>
					</h1>
					<p className="number mt-0.5 text-meta text-ink-600">
						{claim.insurer.name} · {t("page.applied", { date: koreanDate(claim.createdAt) })}
					</p>
				</div>
			</header>
			<ClaimWorkspace claim={claim} />
		</>
	);
}
