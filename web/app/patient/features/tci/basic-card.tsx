import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { FavoriteToggle } from "~/patient/ui/favorite-toggle";
import { InstitutionSummary } from "~/patient/ui/institution-card";
import type { Application } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { PersonDetails } from "./person-details";

const CorrectDialog = lazy(() =>
	import("./correct-dialog").then((module) => ({ default: module.CorrectDialog })),
);

/** The application's data and its clinic. Can be corrected until the clinic receives it. */
export function BasicCard({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const [isOpen, setOpen] = useState(false);
	const { institution, patientInstitution, status } = application;
	return (
		<section aria-labelledby="basic" className="card flex flex-col gap-3">
			<div className="flex items-center justify-between gap-3">
				<h2 id="basic" className="text-header">
					{t("detail.basic")}
				</h2>
				{status === 0 ? (
					<button
						type="button"
						aria-label={t("apply.changePerson")}
						className={buttonStyle("quiet", "-my-2 -mr-2 shrink-0", "tight")}
						onClick={() => setOpen(true)}
					>
						{t("apply.change")}
					</button>
				) : null}
			</div>
			<PersonDetails person={patientInstitution} />
			<div className="border-t border-line pt-3">
				<div className="-mr-3 flex flex-wrap items-start">
					<div className="min-w-0 flex-1">
						<p className="mb-1 text-meta text-ink-600">{t("detail.clinic")}</p>
						<InstitutionSummary institution={institution} />
					</div>
					<FavoriteToggle institution={institution} />
				</div>
				{institution.phoneNumber ? (
					<a
						href={`tel:${institution.phoneNumber}`}
						className="number -ml-1 inline-flex min-h-12 items-center rounded-control px-1 text-[14px] text-green-700 underline"
					>
						{formatPhone(institution.phoneNumber)}
					</a>
				) : null}
			</div>
			{isOpen ? (
				<Suspense>
					<CorrectDialog application={application} onClose={() => setOpen(false)} />
				</Suspense>
			) : null}
		</section>
	);
}
