import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import tongue from "~/locales/ko/tongue.json";
import { ApplicationSection } from "~/patient/features/tci/application-section";
import { MissingApplication } from "~/patient/features/tci/missing-application";
import { useApplication } from "~/patient/features/tci/queries";
import { isStatus } from "~/shared/api/problem";
import { parseId } from "~/shared/lib/format";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("tci", ko);
bundleKo("tongue", tongue);

export const handle: RouteHandle = { back: "/apply-history", title: "application" };

export default function ApplyDetail() {
	const id = parseId(useParams().id);
	return id === null ? <MissingApplication /> : <Detail key={id} id={id} />;
}

function Detail({ id }: { id: number }) {
	const { t } = useTranslation("tci");
	const { data, error, refetch } = useApplication(id);
	if (data) return <ApplicationSection application={data.clinic} />;
	if (isStatus(error, 404)) return <MissingApplication />;
	if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
	return (
		<div aria-busy="true" className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
			<h1 className="text-title">{t("detail.title")}</h1>
			<Skeleton className="h-36 rounded-card" />
			<Skeleton className="h-36 rounded-card" />
		</div>
	);
}
