import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import type { AccessLogMember, AccessLogMonth } from "~/shared/api/types";
import { koreanTime } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { LogList } from "./log-list";
import { useDownloads, useMonth, useReview } from "./log-query";
import { PrintButton } from "./print-button";

const COUNTS = [
	"signIns",
	"failedSignIns",
	"addresses",
	"lists",
	"reads",
	"changes",
	"downloads",
	"records",
] as const;
/** From this many failed sign-ins on, somebody may be guessing passwords. */
const FAILURE_WARNING_COUNT = 5;

/** Whether a month was reviewed, awaits review, or is not over yet. */
export const stateOf = ({ isOver, review }: AccessLogMonth) =>
	review ? "done" : isOver ? "left" : "running";

/** Summary of a month: what each staff member did, what needs attention, whether the log is complete, and the review. */
export function MonthReport({ month }: { month: string }) {
	const { t } = useTranslation("accessLog");
	const { staff } = useStaffSession();
	const report = useMonth(month);
	const downloads = useDownloads(month);
	if (report.error && !report.data) {
		return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
	}
	if (!report.data) return <Skeleton className="h-60 rounded-card" />;
	const { members, sound, checkedUntil, month: about } = report.data;
	return (
		<>
			<div className="hidden print:block">
				<h2 className="text-header">{t("review.of", { month, clinic: staff?.institution.name })}</h2>
				<p className="number text-ink-600">
					{t("review.printed", {
						state: t(`review.state.${stateOf(about)}`),
						at: koreanTime(new Date().toISOString()),
					})}
				</p>
			</div>
			{sound ? (
				<p
					className={
						checkedUntil === null
							? "rounded-card bg-quiet px-5 py-4 text-ink-600"
							: "rounded-card bg-mint-100 px-5 py-4 text-green-700"
					}
				>
					{checkedUntil === null ? t("review.unchecked") : t("review.sound", { day: checkedUntil })}
				</p>
			) : (
				<Notice tone="danger" title={t("review.broken")}>
					{t("review.brokenText")}
				</Notice>
			)}
			{members.length === 0 ? (
				<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("review.nobody")}</p>
			) : (
				<ul aria-label={t("review.members")} className="flex flex-col gap-2.5">
					{members.map((member) => (
						<li key={member.staff.id} className="card break-inside-avoid p-4">
							<Member member={member} />
						</li>
					))}
				</ul>
			)}
			<section className="flex flex-col gap-2.5">
				<h2 className="text-header">{t("review.downloads")}</h2>
				<LogList list={downloads} empty={t("review.noDownloads")} />
			</section>
			<ReviewSection month={about} />
			<PrintButton list={downloads} />
		</>
	);
}

function Member({ member }: { member: AccessLogMember }) {
	const { t } = useTranslation("accessLog");
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<p className="font-bold">
					{member.staff.name}{" "}
					<span className="number text-meta font-normal text-ink-600">{member.staff.loginId}</span>
				</p>
				<div className="flex flex-wrap gap-1.5 sm:ml-auto">
					{member.active ? null : <Badge tint="quiet">{t("review.ended")}</Badge>}
					{member.failedSignIns >= FAILURE_WARNING_COUNT ? (
						<Badge tint="danger">{t("review.failed", { count: member.failedSignIns })}</Badge>
					) : null}
					{member.atNight > 0 ? (
						<Badge tint="warning">{t("review.atNight", { count: member.atNight })}</Badge>
					) : null}
				</div>
			</div>
			<dl className="mt-3 grid grid-cols-3 gap-x-2 gap-y-3 sm:grid-cols-4 lg:grid-cols-8">
				{COUNTS.map((count) => (
					<div key={count} className="flex flex-col-reverse">
						<dt className="text-meta text-ink-600">{t(`review.count.${count}`)}</dt>
						<dd className="number text-[20px] font-bold">{member[count]}</dd>
					</div>
				))}
			</dl>
		</>
	);
}

/** The review with its note, or the form for it. */
function ReviewSection({ month: { month, isOver, review } }: { month: AccessLogMonth }) {
	const { t } = useTranslation("accessLog");
	const [isSaying, setSaying] = useState(false);
	const say = useReview(month);
	return (
		<>
			{review ? <ReviewNote review={review} /> : null}
			{review || isOver ? null : (
				<p className="text-center text-ink-600 print:hidden">{t("review.running")}</p>
			)}
			{isOver && !review ? (
				<Button className="print:hidden" onPress={() => setSaying(true)}>
					{t("review.say")}
				</Button>
			) : null}
			{/* Stays open when another admin reviews first, so that the typed note is not lost. */}
			{isSaying ? (
				<NoteDialog
					title={t("review.sheet", { month })}
					text={t("review.sheetText")}
					label={t("review.note")}
					cancelLabel={t("review.keep")}
					submit={t("review.do")}
					onNote={(note) => say.mutateAsync(note, { onSuccess: () => setSaying(false) })}
					onClose={() => setSaying(false)}
				/>
			) : null}
		</>
	);
}

function ReviewNote({ review }: { review: NonNullable<AccessLogMonth["review"]> }) {
	const { t } = useTranslation("accessLog");
	return (
		<section className="card flex break-inside-avoid flex-col gap-1">
			<h2 className="flex items-center gap-2 text-header">
				{t("review.doneTitle")} <Badge tint="success">{t("review.state.done")}</Badge>
			</h2>
			<p className="number text-ink-600">
				{t("review.by", { name: review.reviewer, at: koreanTime(review.at) })}
			</p>
			<p className="whitespace-pre-line">{review.note || t("review.nothing")}</p>
		</section>
	);
}
