import { useTranslation } from "react-i18next";
import { Link, type To } from "react-router";
import { type Progress, progressOf } from "~/clinic/lib/progress";
import { PHASES, stateOf, tciOf } from "~/domain/tci/application";
import { ApplicationBadge } from "~/domain/tongue/application-badge";
import type { WorkItem } from "~/shared/api/types";
import { koreanDay, koreanTime } from "~/shared/lib/korea";

/** States differ in shape, not only in color: empty, moving, half, warning triangle, full. */
const DOTS: Record<Progress, string> = {
	none: "border border-field",
	reading: "border-2 border-dotted border-info animate-pulse-soft",
	read: "border-[1.5px] border-green-700 bg-linear-to-r from-green-700 from-50% to-transparent to-50%",
	failed: "rounded-none! bg-danger [clip-path:polygon(50%_0,100%_100%,0_100%)]",
	done: "bg-green-700",
};

interface Props {
	item: WorkItem;
	to: To;
	isCurrent: boolean;
}

/** One application in the list: patient, date, status, progress of each picture, and assignee. */
export function WorklistRow({ item, to, isCurrent }: Props) {
	const { t } = useTranslation("clinic");
	const { patientInstitution: person, unread, assignee } = item;
	const applied = koreanTime(item.createdAt).slice(0, 16);
	const [day, time] = applied.split(" ");
	return (
		<Link
			to={to}
			aria-current={isCurrent ? "page" : undefined}
			data-state={stateOf(item.status)}
			className="flex min-h-[84px] min-w-0 flex-1 items-center gap-3 border-l-[3px] border-l-transparent px-3.5 py-2.5 -outline-offset-3 hover:bg-mint-50 aria-[current]:border-l-green-700 aria-[current]:bg-mint-50"
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
				<span className="number mt-0.5 block truncate text-meta text-ink-600">
					{person.birth} · <span className="sr-only">{t("work.phone")} </span>
					{person.phoneNumber.slice(-4)}
				</span>
				<span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-meta text-ink-600">
					<time dateTime={item.createdAt} className="number">
						{day === koreanDay(new Date()) ? t("work.today", { time }) : applied}
					</time>
					<span className="sr-only">{t("work.photos", { count: item.photos })}</span>
					<span className="flex gap-x-2.5">
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
			</span>
			<span className="flex max-w-24 shrink-0 flex-col items-end gap-1.5">
				<ApplicationBadge status={item.status} />
				<span className="max-w-full truncate text-[12px] text-ink-600">
					{assignee ? (
						<>
							<span className="sr-only">{t("work.assignee")} </span>
							{assignee.name}
						</>
					) : null}
				</span>
			</span>
		</Link>
	);
}
