import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Application, WorkItem } from "~/lib/api/types";
import { localDate, phoneNumber } from "~/lib/format";
import { isOpen, tciOf } from "~/lib/tci/application";
import { countedScores, percentOf } from "~/lib/tci/grade";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { BackIcon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PersonLabel } from "~/ui/person-label";
import { Sheet } from "~/ui/sheet";
import { ApplicationBadge } from "~/ui/tongue/application-badge";
import { usePersonHistory, useSetStatus } from "./application-query";
import { LinkSheet } from "./link-sheet";
import { problemText } from "./problem-text";

/** Whose application this is, where it stands, and what else can be done about it. */
export function ApplicationHead({ application, children }: { application: WorkItem; children: ReactNode }) {
	const { t } = useTranslation("clinic");
	const { patientInstitution: person, status } = application;
	const gender = person.gender === 0 ? t("person.man") : person.gender === 1 ? t("person.woman") : null;
	const facts = [person.birth, gender, phoneNumber(person.phoneNumber)].filter(Boolean);
	return (
		<header className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<div className="flex min-w-0 flex-1 basis-full items-center gap-2 md:basis-0">
				<Link
					to={pathTo("clinicHome")}
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
						{facts.join(" · ")} · {t("work.applied", { date: localDate(application.createdAt) })}
						{application.inviteCode ? ` · ${t("work.invited", { code: application.inviteCode })}` : ""}
					</p>
					<PersonLabel person={application.person} />
				</div>
			</div>
			{children}
			<More application={application} />
		</header>
	);
}

/** Refusing the application, and the same person's earlier ones. */
function More({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const [asking, setAsking] = useState(false);
	const [linking, setLinking] = useState(false);
	const isLinkable =
		application.kind === "walk_in" && application.patientId === null && application.status >= 0;
	const set = useSetStatus(application.id);
	const earlier = usePersonHistory(application).filter((each) => each.id !== application.id);
	return (
		<>
			{isOpen(application.status) ? (
				<button
					type="button"
					onClick={() => setAsking(true)}
					className="min-h-11 rounded-control px-2 text-[14px] font-semibold text-ink-600 hover:bg-white hover:text-danger"
				>
					{t("refuse.open")}
				</button>
			) : null}
			{isLinkable ? (
				<button
					type="button"
					onClick={() => setLinking(true)}
					className="min-h-11 rounded-control px-2 text-[14px] font-semibold text-green-700 hover:bg-white"
				>
					{t("link.open")}
				</button>
			) : null}
			{linking ? <LinkSheet id={application.id} onClose={() => setLinking(false)} /> : null}
			{earlier.length > 0 ? (
				<details className="relative">
					<summary className="flex min-h-11 list-none items-center rounded-control border border-line bg-white px-3 text-[14px] font-semibold [&::-webkit-details-marker]:hidden">
						{t("earlier.open", { n: earlier.length })}
					</summary>
					<ul className="absolute right-0 z-10 mt-1 w-72 rounded-[16px] border border-line bg-white p-1.5 shadow-float">
						{earlier.map((each) => (
							<li key={each.id}>
								<Link
									to={pathTo("clinicApplication", each.id)}
									className="number flex min-h-11 items-center justify-between gap-3 rounded-control px-3 text-[14px] hover:bg-mint-50"
								>
									<span>{localDate(each.createdAt)}</span>
									<span className="text-ink-600">{t("earlier.scores", scoresOf(each))}</span>
								</Link>
							</li>
						))}
					</ul>
				</details>
			) : null}
			{asking ? (
				<Sheet title={t("refuse.title")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("refuse.text")}</p>
					{set.error ? (
						<div className="mt-3">
							<Notice tone="danger">{problemText(t, set.error)}</Notice>
						</div>
					) : null}
					<div className="mt-5 grid grid-cols-2 gap-2">
						<Button tone="secondary" onPress={() => setAsking(false)}>
							{t("refuse.keep")}
						</Button>
						<Button
							tone="danger"
							isPending={set.isPending}
							onPress={() => set.mutate(-1, { onSuccess: () => setAsking(false) })}
						>
							{t("refuse.do")}
						</Button>
					</div>
				</Sheet>
			) : null}
		</>
	);
}

/** Both percentages of an application, a dash where there is none. */
function scoresOf(application: Application) {
	const of = (phase: "before" | "after") => {
		const tci = tciOf(application, phase);
		const scores = tci ? countedScores(tci) : null;
		return scores ? `${percentOf(scores)}%` : "-";
	};
	return { before: of("before"), after: of("after") };
}
