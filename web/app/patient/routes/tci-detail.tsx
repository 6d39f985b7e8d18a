import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import tongue from "~/locales/ko/tongue.json";
import { MissingApplication } from "~/patient/features/tci/missing-application";
import { useTci } from "~/patient/features/tci/queries";
import { TciSection } from "~/patient/features/tci/tci-section";
import { isStatus } from "~/shared/api/problem";
import { parseId } from "~/shared/lib/format";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("tci", ko);
bundleKo("tongue", tongue);

export const handle: RouteHandle = { back: "/apply-history", title: "analysis" };

export default function TciDetail() {
	const params = useParams();
	const [id, tciId] = [parseId(params.clinicId), parseId(params.tciId)];
	if (id === null || tciId === null) return <MissingApplication />;
	return <Detail key={tciId} id={id} tciId={tciId} />;
}

function Detail({ id, tciId }: { id: number; tciId: number }) {
	const { t } = useTranslation("tci");
	const { data, error, refetch } = useTci(id, tciId);
	if (data) return <TciSection key={data.tci.status} applicationId={id} tci={data.tci} />;
	if (isStatus(error, 404)) return <MissingApplication />;
	if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
	return (
		<div aria-busy="true" className="mx-auto flex max-w-[480px] flex-col gap-3.5">
			<h1 className="py-1 text-header">{t("tci.title")}</h1>
			<Skeleton className="h-13" />
			<Skeleton className="aspect-[3/4] rounded-card" />
		</div>
	);
}
