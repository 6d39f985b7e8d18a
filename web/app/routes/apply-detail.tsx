import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApplicationView } from "~/features/tci/application-view";
import { MissingScreen } from "~/features/tci/missing-screen";
import { useApplication } from "~/features/tci/queries";
import { bundleKo } from "~/i18n/i18n";
import { isStatus } from "~/lib/api/problem";
import { idOf } from "~/lib/format";
import ko from "~/locales/ko/tci.json";
import tongue from "~/locales/ko/tongue.json";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("tci", ko);
bundleKo("tongue", tongue);

export default function ApplyDetail() {
	const id = idOf(useParams().id);
	return id === null ? <MissingScreen /> : <Detail key={id} id={id} />;
}

function Detail({ id }: { id: number }) {
	const { t } = useTranslation("tci");
	const { data, error, refetch } = useApplication(id);
	if (data) return <ApplicationView application={data.clinic} />;
	if (isStatus(error, 404)) return <MissingScreen />;
	if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
	return (
		<div aria-busy="true" className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
			<h1 className="text-title">{t("detail.title")}</h1>
			<Skeleton className="h-36 rounded-card" />
			<Skeleton className="h-36 rounded-card" />
		</div>
	);
}
