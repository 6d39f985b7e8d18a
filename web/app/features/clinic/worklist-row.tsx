import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tci, WorkItem } from "~/lib/api/types";
import { localDate } from "~/lib/format";
import { PHASES, stateOf, tciOf } from "~/lib/tci/application";
import { pathTo } from "~/route-table";
import { ApplicationBadge } from "~/ui/tongue/application-badge";

type Progress = "none" | "reading" | "read" | "failed" | "done";

/** How far one of the two pictures is. */
export function progressOf(tci: Tci | null): Progress {
	if (!tci?.tciPicture) return "none";
	if (tci.status === 2) return "done";
	if (tci.failure) return "failed";
	return tci.status === 1 ? "read" : "reading";
}

/** Each by its shape, not by its colour alone: empty, moving, half, a warning triangle, full. */
const DOTS: Record<Progress, string> = {
	none: "border border-field",
	reading: "border-2 border-dotted border-info animate-pulse-soft",
	read: "border-[1.5px] border-green-700 bg-linear-to-r from-green-700 from-50% to-transparent to-50%",
	failed: "rounded-none! bg-danger [clip-path:polygon(50%_0,100%_100%,0_100%)]",
	done: "bg-green-700",
};

/** One application in the list: whose, since when, where it stands, how far each picture is. */
export function WorklistRow({ item, isCurrent }: { item: WorkItem; isCurrent: boolean }) {
	const { t } = useTranslation("clinic");
	const { patientInstitution: person, unread } = item;
	return (
		<Link
			to={pathTo("clinicApplication", item.id)}
			aria-current={isCurrent ? "page" : undefined}
			data-state={stateOf(item.status)}
			className="flex min-h-[72px] items-center gap-3 border-b border-l-[3px] border-b-line border-l-transparent py-2.5 pr-3.5 pl-3.5 -outline-offset-3 hover:bg-mint-50 aria-[current]:border-l-green-700 aria-[current]:bg-mint-50"
		>
			<span className="min-w-0 flex-1">
				<span className="flex items-center gap-1.5">
					{unread ? <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-coral-500" /> : null}
					<span className={`truncate ${unread ? "font-extrabold" : "font-semibold"}`}>{person.name}</span>
					{unread ? <span className="sr-only">{t("work.unread")}</span> : null}
					{item.kind === "walk_in" ? (
						<span className="shrink-0 text-[12px] text-ink-600">{t("walkIn.short")}</span>
					) : null}
				</span>
				<span className="mt-1 flex flex-wrap items-center gap-x-2.5 text-meta text-ink-600">
					<span className="number">{localDate(item.createdAt)}</span>
					{PHASES.map((phase) => {
						const progress = progressOf(tciOf(item, phase));
						return (
							<span key={phase} className="flex items-center gap-1 whitespace-nowrap">
								<span aria-hidden="true" className={`size-2.5 rounded-full ${DOTS[progress]}`} />
								{t(`phase.${phase}.short`)}
								<span className="sr-only">{t(`progress.${progress}`)}</span>
							</span>
						);
					})}
				</span>
			</span>
			<ApplicationBadge status={item.status} />
		</Link>
	);
}
