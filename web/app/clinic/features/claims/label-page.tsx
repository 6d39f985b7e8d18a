import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { StaffClaim } from "~/domain/claim/types";
import { isStatus } from "~/shared/api/problem";
import { formatPhone, parseId } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useClaimPaths } from "./claim-filters";
import { useClinicClaim } from "./claims-query";
import { MissingClaim } from "./missing-claim";

/** Address label of a claim's registered mail. Only the label is printed. */
export function LabelPage() {
	const { t } = useTranslation("claims");
	const id = parseId(useParams().id) ?? 0;
	const paths = useClaimPaths();
	const { data, error, refetch } = useClinicClaim(id);
	const claim = data?.insuranceClaim;
	return (
		<main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto p-5 outline-none print:p-0">
			{isStatus(error, 404) ? (
				<MissingClaim />
			) : (
				<div className="mx-auto flex max-w-[560px] flex-col gap-4">
					<div className="flex items-center justify-between gap-3 print:hidden">
						<h1 className="text-title">{t("mail.label")}</h1>
						<Link to={paths.claim(id)} className="font-semibold text-green-700 underline">
							{t("mail.back")}
						</Link>
					</div>
					{error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
					{!data && !error ? <Skeleton className="h-64 rounded-card" /> : null}
					{claim ? <Label claim={claim} /> : null}
				</div>
			)}
		</main>
	);
}

function Label({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const { institution, mailTo } = claim;
	if (!mailTo) return <p className="text-ink-600">{t("mail.none")}</p>;
	return (
		<>
			<div className="flex flex-col gap-6 border-2 border-ink-900 bg-white p-6 text-ink-900">
				<Party title={t("mail.from")}>
					{institution.address}
					<br />
					{institution.name} · <span className="number">{formatPhone(institution.phoneNumber)}</span>
				</Party>
				<div className="self-end text-[18px]">
					<Party title={t("mail.to")}>
						{mailTo.address} {mailTo.addressDetail}
						<br />
						<strong>{t("mail.dear", { name: claim.insuredName })}</strong>
						<br />
						<span className="number">{formatPhone(claim.mobile)}</span>
						<br />
						<span className="number text-[24px] font-extrabold tracking-[0.3em]">{mailTo.zipcode}</span>
					</Party>
				</div>
				<p className="text-center font-bold">{t("mail.kind")}</p>
			</div>
			<Button className="print:hidden" onPress={() => window.print()}>
				{t("mail.print")}
			</Button>
		</>
	);
}

function Party({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<address className="not-italic">
			<span className="block text-meta font-semibold">{title}</span>
			{children}
		</address>
	);
}
