import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { CLAIM_TINTS, patientStateOf } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { PersonLabel } from "~/domain/person/person-label";
import { tciOf } from "~/domain/tci/application";
import { countedScores, isScoredByAi, levelOf, percentOf } from "~/domain/tci/grade";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import { LEVEL_TINT } from "~/domain/tongue/score-ring";
import { StatusBadge } from "~/domain/tongue/status-badge";
import { Thumbnail } from "~/domain/tongue/thumbnail";
import type { Application, PersonLabel as Person, Tci } from "~/shared/api/types";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { DocumentsIcon } from "~/shared/ui/place-icons";
import { DeleteCheck } from "./delete-check";
import type { Entry } from "./entries";

/** One row of the records, with a link to its details. */
export function EntryRow({ entry }: { entry: Entry }) {
	if (entry.kind === "check") return <CheckRow check={entry.check} />;
	if (entry.kind === "application") return <ApplicationRow application={entry.application} />;
	return <ClaimRow claim={entry.claim} />;
}

function CheckRow({ check }: { check: Tci }) {
	const { t } = useTranslation("records");
	const scores = countedScores(check);
	const percent = scores ? percentOf(scores) : null;
	return (
		<Row
			to={href("/self-check/:id", { id: String(check.id) })}
			picture={<Thumbnail picture={check.tciPicture} />}
			title={
				percent === null
					? t("row.check")
					: t(isScoredByAi(check) ? "row.aiCheckScore" : "row.checkScore", { percent })
			}
			at={check.shootingAt}
			person={check.person}
			badge={
				percent === null ? (
					<StatusBadge tci={check} />
				) : (
					<Badge tint={LEVEL_TINT[levelOf(percent)]}>
						{t(`level.${levelOf(percent)}`, { ns: "tongue" })}
					</Badge>
				)
			}
		>
			<DeleteCheck check={check} />
		</Row>
	);
}

function ApplicationRow({ application }: { application: Application }) {
	const { t } = useTranslation("records");
	const picture = (tciOf(application, "after") ?? tciOf(application, "before"))?.tciPicture ?? null;
	return (
		<Row
			to={href("/apply-history/:id", { id: String(application.id) })}
			picture={<Thumbnail picture={picture} />}
			title={t("row.application", { clinic: application.institution?.name ?? "" })}
			at={application.createdAt}
			person={application.person}
			badge={<ApplicationBadge status={application.status} />}
		/>
	);
}

function ClaimRow({ claim }: { claim: Claim }) {
	const { t } = useTranslation("records");
	const state = claim.needToPayment ? "unpaid" : patientStateOf(claim);
	return (
		<Row
			to={href("/insurance/:id", { id: String(claim.id) })}
			picture={
				<span
					aria-hidden="true"
					className="grid size-14 shrink-0 place-items-center rounded-[14px] bg-coral-100 text-[#8a3324]"
				>
					<DocumentsIcon className="size-6" />
				</span>
			}
			title={t("row.claim", { insurer: claim.insurer.name })}
			at={claim.createdAt}
			person={claim.person}
			badge={<Badge tint={state === "unpaid" ? "warning" : CLAIM_TINTS[state]}>{t(`claim.${state}`)}</Badge>}
		/>
	);
}

interface RowProps {
	to: string;
	picture: ReactNode;
	title: string;
	at: string;
	person: Person | null;
	badge: ReactNode;
	/** Actions besides opening it. */
	children?: ReactNode;
}

function Row({ to, picture, title, at, person, badge, children }: RowProps) {
	return (
		<div className="flex items-center rounded-[18px] border border-line bg-white pr-1 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float">
			<Link
				to={to}
				className="flex min-h-[82px] min-w-0 flex-1 items-center gap-3.5 rounded-[18px] py-3 pl-3.5"
			>
				{picture}
				<span className="min-w-0 flex-1">
					<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
						<span className="number min-w-0 font-bold">{title}</span>
						{badge}
					</span>
					<span className="number mt-0.5 block text-meta text-ink-600">{koreanMinute(at)}</span>
					<PersonLabel person={person} />
				</span>
			</Link>
			{children ?? <span className="w-3" />}
		</div>
	);
}
