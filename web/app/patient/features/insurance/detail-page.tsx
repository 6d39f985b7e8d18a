import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { isStatus } from "~/shared/api/problem";
import { parseId } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { ErrorState } from "~/shared/ui/error-state";
import { AlertIcon } from "~/shared/ui/icons";
import { Skeleton } from "~/shared/ui/skeleton";
import { ClaimSection } from "./claim-section";
import { useClaim } from "./queries";

export function DetailPage() {
	const id = parseId(useParams().id);
	return id === null ? <ClaimNotFound /> : <LoadedClaim key={id} id={id} />;
}

function LoadedClaim({ id }: { id: number }) {
	const { t } = useTranslation("insurance");
	const { data, error, refetch } = useClaim(id);
	if (isStatus(error, 404)) return <ClaimNotFound />;
	if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
	if (!data) {
		return (
			<div aria-busy="true" className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
				<h1 className="text-title">{t("detail.title")}</h1>
				<Skeleton className="h-36 rounded-card" />
				<Skeleton className="h-36 rounded-card" />
			</div>
		);
	}
	return <ClaimSection claim={data.insuranceClaim} />;
}

function ClaimNotFound() {
	const { t } = useTranslation("insurance");
	return (
		<EmptyState mark={<AlertIcon className="size-10" />} title={t("missing.title")} text={t("missing.text")}>
			<Link to={href("/insurance-history")} className={buttonStyle()}>
				{t("complete.history")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</EmptyState>
	);
}
