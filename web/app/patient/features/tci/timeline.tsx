import { useTranslation } from "react-i18next";
import { PHASES, stageOf, tciOf } from "~/domain/tci/application";
import { resultDate } from "~/domain/tci/grade";
import type { Application } from "~/shared/api/types";
import { koreanMinute } from "~/shared/lib/korea";

const STEPS = ["sent", "received", "analyzing", "beforeResult", "result"] as const;
type Step = (typeof STEPS)[number] | "canceled";

/**
 * The time of each step; null if it has not happened, "" if its time is unknown. The result before cleaning is a step of
 * its own while the other one is pending.
 */
function stepsOf(application: Application): readonly (readonly [Step, string | null])[] {
	const { createdAt, claimAt, status, beforeTci } = application;
	const analyses = PHASES.flatMap((phase) => tciOf(application, phase) ?? []);
	const photos = analyses.filter((each) => each.tciPicture).map((each) => each.shootingAt);
	const results = analyses.flatMap((each) => resultDate(each, "expert") || []);
	const times = {
		sent: createdAt,
		received: claimAt,
		analyzing: photos.sort()[0] ?? null,
		beforeResult: beforeTci && resultDate(beforeTci, "expert"),
		result: status >= 2 ? (results.sort().at(-1) ?? "") : null,
	};
	const isBeforeReady = stageOf(application) === "beforeReady";
	const steps = STEPS.filter((step) => step !== "beforeResult" || isBeforeReady).map(
		(step) => [step, times[step]] as const,
	);
	return status < 0 ? [...steps.filter(([, at]) => at !== null), ["canceled", ""] as const] : steps;
}

/** The steps of an application with their times. The last one that happened is current. */
export function Timeline({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const steps = stepsOf(application);
	const current = steps.map(([, at]) => at !== null).lastIndexOf(true);
	return (
		<ol aria-label={t("timeline.title")} className="card flex flex-col">
			{steps.map(([step, at], index) => (
				<Row
					key={step}
					step={step}
					at={at}
					state={index < current ? "done" : index === current ? "current" : "later"}
				/>
			))}
		</ol>
	);
}

interface RowProps {
	step: Step;
	at: string | null;
	state: "done" | "current" | "later";
}

const LINE =
	"before:absolute before:top-4 before:bottom-0 before:left-[7px] before:w-0.5 before:bg-line last:before:hidden data-[state=done]:before:bg-green-700";
const DOT =
	"size-4 rounded-full border-2 border-green-700 bg-white group-data-[state=current]:ring-4 group-data-[state=current]:ring-mint-100 group-data-[state=done]:bg-green-700 group-data-[state=later]:border-line";

function Row({ step, at, state }: RowProps) {
	const { t } = useTranslation("tci");
	return (
		<li
			data-state={state}
			aria-current={state === "current" ? "step" : undefined}
			className={`group relative flex items-baseline justify-between gap-3 pb-4 pl-7 last:pb-0 ${LINE}`}
		>
			<span aria-hidden="true" className={`absolute top-1 left-0 ${DOT}`} />
			<span className="group-data-[state=current]:font-bold group-data-[state=later]:text-ink-600">
				{t(`timeline.${step}`)}
			</span>
			<span className="number shrink-0 text-meta text-ink-600">
				{at ? <time dateTime={at}>{koreanMinute(at)}</time> : null}
				{at === null ? t("timeline.later") : null}
			</span>
		</li>
	);
}
