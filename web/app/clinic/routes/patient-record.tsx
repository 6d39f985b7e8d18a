import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useRecord } from "~/clinic/features/patients/queries";
import { RecordSection } from "~/clinic/features/patients/record-section";
import { bundleKo } from "~/i18n/i18n";
import claims from "~/locales/ko/claims.json";
import ko from "~/locales/ko/patients.json";
import { isStatus } from "~/shared/api/problem";
import { parseId } from "~/shared/lib/format";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("patients", ko);
bundleKo("claims", claims);

export default function PatientRecordPage() {
	const id = parseId(useParams().id);
	return (
		<main id="main" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
			<div className="mx-auto flex max-w-[1000px] flex-col gap-5 px-4 py-5 sm:px-6">
				{id === null ? <RecordNotFound /> : <PatientRecord key={id} id={id} />}
			</div>
		</main>
	);
}

function PatientRecord({ id }: { id: number }) {
	const record = useRecord(id);
	if (record.data) return <RecordSection id={id} record={record} />;
	if (isStatus(record.error, 404)) return <RecordNotFound />;
	if (record.error) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />;
	return (
		<div aria-busy="true" className="flex flex-col gap-4">
			<Skeleton className="h-12 max-w-[420px]" />
			<Skeleton className="h-[220px] rounded-card" />
			<Skeleton className="h-[46dvh] rounded-card" />
		</div>
	);
}

function RecordNotFound() {
	const { t } = useTranslation("patients");
	return (
		<div className="py-20 text-center">
			<h1 className="text-tile">{t("record.missing")}</h1>
			<p className="mt-1 text-ink-600">{t("record.missingText")}</p>
		</div>
	);
}
