import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { useStaffSession } from "~/clinic/session/staff-session";
import { BackLink } from "~/clinic/ui/back-link";
import type { WorkItem } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { CompareSection } from "./compare-section";
import type { useRecord } from "./queries";
import { RecordClaims } from "./record-claims";
import { RecordTrend } from "./record-trend";
import { hasPicture, trendOf } from "./results";
import { VisitList } from "./visit-list";

interface Props {
	id: number;
	record: ReturnType<typeof useRecord>;
}

/** The record of one person: trend, the photos of a visit, every visit, and the claims. */
export function RecordSection({ id, record }: Props) {
	const { t } = useTranslation("patients");
	const { search } = useLocation();
	const [chosen, setChosen] = useState<number | null>(null);
	const mayReadClaims = useStaffSession().staff?.permissions.includes("read_claims") ?? false;
	const pages = record.data?.pages ?? [];
	const person = pages[0]?.person;
	const visits = pages.flatMap((page) => page.clinics);
	const shown = visits.find((visit) => visit.id === chosen) ?? firstWithPhotos(visits);
	if (!person) return null;
	const gender = person.gender === null ? null : t(person.gender === 0 ? "person.man" : "person.woman");
	return (
		<>
			<header className="flex items-center gap-2">
				<BackLink to={{ pathname: href("/clinic/patients"), search }} label={t("record.back")} />
				<div className="min-w-0">
					<h1 className="text-title">{person.name}</h1>
					<p className="number text-meta text-ink-600">
						{[person.birth, gender, formatPhone(person.phoneNumber)].filter(Boolean).join(" · ")}
					</p>
				</div>
			</header>
			<RecordTrend points={trendOf(visits)} />
			{shown ? <CompareSection visit={shown} /> : null}
			<section aria-labelledby="visits">
				<h2 id="visits" className="mb-2 text-header">
					{t("visit.title")} <span className="number text-green-700">{visits.length}</span>
					{record.hasNextPage ? "+" : ""}
				</h2>
				<VisitList visits={visits} shown={shown?.id ?? null} onShow={setChosen} />
				<NextPageButton list={record} className="mt-3 w-full">
					{t("visit.more")}
				</NextPageButton>
			</section>
			{mayReadClaims ? <RecordClaims id={id} /> : null}
		</>
	);
}

/** The newest visit with both photos; if none has both, the newest with one. */
function firstWithPhotos(visits: readonly WorkItem[]): WorkItem | null {
	const count = ({ beforeTci, afterTci }: WorkItem) => [beforeTci, afterTci].filter(hasPicture).length;
	return visits.find((visit) => count(visit) === 2) ?? visits.find((visit) => count(visit) === 1) ?? null;
}
