import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import { BackLink } from "~/clinic/ui/back-link";
import { PersonLabel } from "~/domain/person/person-label";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { WorkItem } from "~/shared/api/types";
import { formatPhone, koreanDate } from "~/shared/lib/format";
import { AssigneeField } from "./assignee-field";
import { EarlierApplications } from "./earlier-applications";
import { ReportLinks } from "./report-links";

// Lazy: the menu and its dialogs are large and rarely opened.
const MoreMenu = lazy(() => import("./more-menu").then((module) => ({ default: module.MoreMenu })));

/** Sets `--application-head` to the head's height, so that the photo below fits. Long texts wrap the head to two rows. */
function useHeadHeight() {
	const head = useRef<HTMLElement>(null);
	useEffect(() => {
		const shown = head.current;
		if (!shown || !("ResizeObserver" in window)) return;
		const observer = new ResizeObserver(() =>
			shown.parentElement?.style.setProperty("--application-head", `${shown.offsetHeight}px`),
		);
		observer.observe(shown);
		return () => observer.disconnect();
	}, []);
	return head;
}

/** Head of an application: patient, status and further actions. */
export function ApplicationHead({ application, children }: { application: WorkItem; children: ReactNode }) {
	const { t } = useTranslation("clinic");
	const paths = useWorkPaths();
	const { patientInstitution: person, status } = application;
	const gender = person.gender === 0 ? t("person.man") : person.gender === 1 ? t("person.woman") : null;
	const details = [person.birth, gender, formatPhone(person.phoneNumber)].filter(Boolean);
	return (
		<header ref={useHeadHeight()} className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<div className="flex min-w-0 flex-1 basis-full items-center gap-2 xl:basis-64">
				<BackLink to={paths.list} label={t("work.back")} className="lg:hidden" />
				<div className="min-w-0">
					<h1 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[22px]">
						{person.name}
						<ApplicationBadge status={status} />
					</h1>
					<p className="number mt-0.5 text-meta text-ink-600">
						{details.join(" · ")} ·{" "}
						<span className="whitespace-nowrap">
							{t("work.applied", { date: koreanDate(application.createdAt) })}
						</span>
						{application.inviteCode ? ` · ${t("work.invited", { code: application.inviteCode })}` : ""}
					</p>
					<PersonLabel person={application.person} />
				</div>
			</div>
			<AssigneeField application={application} />
			{children}
			<div className="-mx-2 flex flex-wrap items-center gap-x-2">
				<ReportLinks application={application} />
				<EarlierApplications application={application} />
				<Suspense>
					<MoreMenu application={application} />
				</Suspense>
			</div>
		</header>
	);
}
