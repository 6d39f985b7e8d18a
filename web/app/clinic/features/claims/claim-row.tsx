import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CLAIM_TINTS, claimStateOf } from "~/domain/claim/states";
import type { StaffClaim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { NextIcon } from "~/shared/ui/icons";
import { useClaimPaths } from "./claim-filters";
import { isIssued } from "./claims-query";

/** One claim in the list: patient, insurer, date and status. */
export function ClaimRow({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const paths = useClaimPaths();
	const state = claimStateOf(claim.status);
	const issued = claim.documents.filter(({ code }) => isIssued(claim, code)).length;
	return (
		<Link
			to={paths.claim(claim.id)}
			className="flex min-h-[72px] items-center gap-3 rounded-[16px] border border-line bg-white px-4 py-3 hover:border-green-700/40 hover:bg-mint-50"
		>
			<span className="min-w-0 flex-1">
				<span className="flex flex-wrap items-center gap-x-2 font-semibold">
					{claim.insuredName}
					<span className="text-[14px] font-normal text-ink-600">{claim.insurer.name}</span>
				</span>
				<span className="number mt-0.5 flex flex-wrap gap-x-2.5 text-meta text-ink-600">
					<span>{koreanDate(claim.createdAt)}</span>
					<span>{t("list.documents", { issued, all: claim.documents.length })}</span>
					{claim.options.registeredMail ? <span>{t("extra.registeredMail")}</span> : null}
				</span>
			</span>
			<span className="flex shrink-0 flex-wrap justify-end gap-1">
				{claim.needToPayment ? <Badge tint="danger">{t("list.unpaid")}</Badge> : null}
				<Badge tint={CLAIM_TINTS[state]}>{t(`state.${state}`)}</Badge>
			</span>
			<NextIcon className="size-4 text-ink-600" />
		</Link>
	);
}
