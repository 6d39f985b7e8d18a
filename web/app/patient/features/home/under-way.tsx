import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { claimStateOf } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { PersonLabel } from "~/domain/person/person-label";
import { stageOf } from "~/domain/tci/application";
import type { Application, PersonLabel as Person } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorNotice } from "~/shared/ui/error-notice";
import { NextIcon, TongueIcon } from "~/shared/ui/icons";
import { DocumentsIcon } from "~/shared/ui/place-icons";
import { useUnderWay } from "./queries";

const MAX_SHOWN = 3;

/** Applications and claims in progress, each with its next step. Claims to pay for are first: they wait for the patient. */
export function UnderWay() {
	const { t } = useTranslation("home");
	const { applications, claims, error, retry } = useUnderWay();
	const claimRows = (isUnpaid: boolean) =>
		claims
			.filter(({ needToPayment }) => needToPayment === isUnpaid)
			.map((claim) => <ClaimRow key={`claim-${claim.id}`} claim={claim} />);
	const rows = [
		...claimRows(true),
		...applications.map((application) => (
			<ApplicationRow key={`application-${application.id}`} application={application} />
		)),
		...claimRows(false),
	];
	if (rows.length === 0 && !error) return null;
	return (
		<section aria-label={t("underWay.title")} className="flex flex-col gap-2.5">
			<ul className="flex flex-col gap-2.5 empty:hidden">{rows.slice(0, MAX_SHOWN)}</ul>
			{error ? <ErrorNotice error={error} onRetry={retry} /> : null}
			{rows.length > MAX_SHOWN ? (
				<Link to={href("/records")} className={buttonStyle("quiet", "w-full", "tight")}>
					{t("underWay.all", { n: rows.length })}
				</Link>
			) : null}
		</section>
	);
}

function ApplicationRow({ application }: { application: Application }) {
	const { t } = useTranslation("home");
	return (
		<Row
			to={href("/apply-history/:id", { id: String(application.id) })}
			icon={<TongueIcon className="size-5" />}
			title={t("underWay.application", { clinic: application.institution?.name ?? "" })}
			next={t(`underWay.${stageOf(application) as "waiting"}`)}
			person={application.person}
		/>
	);
}

function ClaimRow({ claim }: { claim: Claim }) {
	const { t } = useTranslation("home");
	return (
		<Row
			to={href("/insurance/:id", { id: String(claim.id) })}
			icon={<DocumentsIcon className="size-5" />}
			title={t("underWay.claim", { insurer: claim.insurer.name })}
			next={nextOf(t, claim)}
			person={claim.person}
		/>
	);
}

function nextOf(t: ReturnType<typeof useTranslation<"home">>["t"], claim: Claim): string {
	if (claim.needToPayment) return t("underWay.unpaid");
	const state = claimStateOf(claim.status);
	if (state === "downloadable")
		return t("underWay.downloadable", { date: koreanDate(claim.downloadableUntil) });
	return t(state === "issuing" ? "underWay.issuing" : "underWay.requested");
}

interface RowProps {
	to: string;
	icon: ReactNode;
	title: string;
	next: string;
	person: Person | null;
}

function Row({ to, icon, title, next, person }: RowProps) {
	return (
		<li>
			<Link
				to={to}
				className="flex min-h-[68px] items-center gap-3.5 rounded-[18px] border border-line bg-white px-4 py-3 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float"
			>
				<span
					aria-hidden="true"
					className="grid size-10 shrink-0 place-items-center rounded-full bg-info-tint text-info"
				>
					{icon}
				</span>
				<span className="min-w-0 flex-1">
					<span className="block font-bold">{title}</span>
					<span className="number block text-meta text-ink-600">{next}</span>
					<PersonLabel person={person} />
				</span>
				<NextIcon className="size-5 text-ink-600" />
			</Link>
		</li>
	);
}
