import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import { PersonLabel } from "~/domain/person/person-label";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { WorkItem } from "~/shared/api/types";
import { localDate, phoneNumber } from "~/shared/lib/format";
import { BackIcon } from "~/shared/ui/icons";
import { AssigneeField } from "./assignee-field";
import { EarlierApplications } from "./earlier-applications";
import { ReportLinks } from "./report-links";

// the menu and its dialogs are large and seldom opened
const MoreMenu = lazy(() => import("./more-menu").then((module) => ({ default: module.MoreMenu })));

/** Whose application this is, where it stands, and what else can be done about it. */
export function ApplicationHead({ application, children }: { application: WorkItem; children: ReactNode }) {
	const { t } = useTranslation("clinic");
	const paths = useWorkPaths();
	const { patientInstitution: person, status } = application;
	const gender = person.gender === 0 ? t("person.man") : person.gender === 1 ? t("person.woman") : null;
	const facts = [person.birth, gender, phoneNumber(person.phoneNumber)].filter(Boolean);
	return (
		<header className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<div className="flex min-w-0 flex-1 basis-full items-center gap-2 xl:basis-64">
				<Link
					to={paths.list}
					aria-label={t("work.back")}
					className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-white lg:hidden"
				>
					<BackIcon className="size-6" />
				</Link>
				<div className="min-w-0">
					<h1 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[22px]">
						{person.name}
						<ApplicationBadge status={status} />
					</h1>
					<p className="number mt-0.5 text-meta text-ink-600">
						{facts.join(" · ")} ·{" "}
						<span className="whitespace-nowrap">
							{t("work.applied", { date: localDate(application.createdAt) })}
						</span>
						{application.inviteCode ? ` · ${t("work.invited", { code: application.inviteCode })}` : ""}
					</p>
					<PersonLabel person={application.person} />
				</div>
			</div>
			<AssigneeField application={application} />
			{children}
			<ReportLinks application={application} />
			<EarlierApplications application={application} />
			<Suspense>
				<MoreMenu application={application} />
			</Suspense>
		</header>
	);
}
