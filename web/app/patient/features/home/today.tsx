import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { changeOf } from "~/domain/tci/explain";
import { countedScores, isScoredByAi, levelOf, percentOf } from "~/domain/tci/grade";
import { newestFirst } from "~/domain/tci/order";
import { LEVEL_TINT } from "~/domain/tongue/score-ring";
import { Thumbnail } from "~/domain/tongue/thumbnail";
import { bundleKo } from "~/i18n/i18n";
import tongue from "~/locales/ko/tongue.json";
import { loadPatient } from "~/patient/session/session";
import type { Tci } from "~/shared/api/types";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorNotice } from "~/shared/ui/error-notice";
import { NextIcon } from "~/shared/ui/icons";
import { Skeleton } from "~/shared/ui/skeleton";
import { CameraIcon } from "~/shared/ui/tool-icons";
import { daysSince, REMIND_AFTER_DAYS } from "./days-since";
import { useRecentChecks } from "./queries";
import { Sparkline } from "./sparkline";
import { UnderWay } from "./under-way";

bundleKo("tongue", tongue);

interface Props {
	/**
	 * Why it is unknown whether somebody is signed in; null if somebody is. Passed in, because another `useSession` would
	 * repeat the failed request when it mounts, and so unmount itself.
	 */
	sessionError: unknown;
}

/**
 * The patient's overview: last score and trend, what is in progress, and the next step. Each part is loaded on its own.
 */
export default function Today({ sessionError }: Props) {
	return (
		<div className="mt-5 grid gap-3 md:items-start md:gap-3.5 md:has-[>:nth-child(2)]:grid-cols-2">
			{sessionError ? (
				<ErrorNotice error={sessionError} onRetry={() => void loadPatient()} />
			) : (
				<>
					<RecentChecks />
					<UnderWay />
				</>
			)}
		</div>
	);
}

function RecentChecks() {
	const { data, error, refetch } = useRecentChecks();
	if (data)
		return <LastScore checks={newestFirst(data.tcis).filter((check) => countedScores(check) !== null)} />;
	if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	return <Skeleton className="h-54 rounded-card" />;
}

function LastScore({ checks }: { checks: readonly Tci[] }) {
	const { t } = useTranslation("home");
	const [last, before] = checks;
	const scores = last ? countedScores(last) : null;
	if (!last || !scores) return null;
	const percent = percentOf(scores);
	const moved = changeOf(scores, before ? countedScores(before) : null);
	const points = checks.flatMap((check) => percentOf(countedScores(check) ?? [])).reverse();
	return (
		<section aria-labelledby="last-score" className="card animate-fade">
			<Link
				to={href("/self-check/:id", { id: String(last.id) })}
				className="flex items-center gap-3.5 rounded-control"
			>
				<Thumbnail picture={last.tciPicture} />
				<span className="min-w-0 flex-1">
					<h2 id="last-score" className="text-meta font-semibold text-ink-600">
						{t(isScoredByAi(last) ? "photo.aiScore" : "photo.score", { ns: "tongue" })}
					</h2>
					<span className="flex flex-wrap items-center gap-x-2">
						<b className="number text-[30px] leading-tight font-extrabold tracking-tight">{percent}%</b>
						<Badge tint={LEVEL_TINT[levelOf(percent)]}>
							{t(`level.${levelOf(percent)}`, { ns: "tongue" })}
						</Badge>
					</span>
					<span className="block text-meta text-ink-600">{t("photo.index", { ns: "tongue" })}</span>
				</span>
				<Sparkline points={points} />
				<NextIcon className="size-5 text-ink-600" />
			</Link>
			<p className="mt-2.5">
				{moved.kind === "first" ? null : `${t(`explain.${moved.kind}`, { ns: "tongue", ...moved })} `}
				<Reminder at={last.shootingAt} />
			</p>
			<Link to={href("/self-check")} className={buttonStyle("primary", "mt-3.5 w-full")}>
				<CameraIcon />
				{t("today.check")}
			</Link>
		</section>
	);
}

/** The time since the last check, with a reminder if the next one is due. */
function Reminder({ at }: { at: string }) {
	const { t } = useTranslation("home");
	const days = daysSince(at, new Date());
	const weeks = Math.floor(days / 7);
	const when =
		days === 0
			? t("today.today")
			: days === 1
				? t("today.yesterday")
				: weeks >= 2
					? t("today.weeks", { count: weeks })
					: t("today.days", { count: days });
	return (
		<span className="text-ink-600">
			{when}
			{days >= REMIND_AFTER_DAYS ? ` ${t("today.remind")}` : ""}
		</span>
	);
}
