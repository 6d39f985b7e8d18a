import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { MissingScreen } from "~/features/tci/missing-screen";
import { useTci } from "~/features/tci/queries";
import { TciView } from "~/features/tci/tci-view";
import { bundleKo } from "~/i18n/i18n";
import { isStatus } from "~/lib/api/problem";
import { idOf } from "~/lib/format";
import ko from "~/locales/ko/tci.json";
import tongue from "~/locales/ko/tongue.json";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("tci", ko);
bundleKo("tongue", tongue);

export default function TciDetail() {
	const params = useParams();
	const [id, tciId] = [idOf(params.clinicId), idOf(params.tciId)];
	if (id === null || tciId === null) return <MissingScreen />;
	return <Detail key={tciId} id={id} tciId={tciId} />;
}

function Detail({ id, tciId }: { id: number; tciId: number }) {
	const { t } = useTranslation("tci");
	const { data, error, refetch } = useTci(id, tciId);
	if (data) return <TciView key={data.tci.status} applicationId={id} tci={data.tci} />;
	if (isStatus(error, 404)) return <MissingScreen />;
	if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
	return (
		<div aria-busy="true" className="mx-auto flex max-w-[480px] flex-col gap-3.5">
			<h1 className="py-1 text-header">{t("tci.title")}</h1>
			<Skeleton className="h-13" />
			<Skeleton className="aspect-[3/4] rounded-card" />
		</div>
	);
}
