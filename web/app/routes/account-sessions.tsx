import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { EndSessions } from "~/features/rights/end-sessions";
import { SessionCard } from "~/features/rights/session-card";
import { useSessions } from "~/features/rights/sessions";
import { bundleKo } from "~/i18n/i18n";
import { logOutHere } from "~/lib/session";
import ko from "~/locales/ko/rights.json";
import { pathTo } from "~/route-table";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("rights", ko);

export default function AccountSessions() {
	const { t } = useTranslation("rights");
	const sessions = useSessions();
	const navigate = useNavigate();
	if (sessions.data) {
		return (
			<Frame>
				{sessions.data.sessions.map((session) => (
					<SessionCard key={session.id} session={session} />
				))}
				<EndSessions onEnded={() => void logOutHere(() => navigate(pathTo("signIn")))} />
				<p className="text-center">
					<Link
						to={pathTo("findPassword")}
						className="inline-flex min-h-11 items-center rounded-control px-3 text-meta text-ink-600 underline"
					>
						{t("sessions.changePassword")}
					</Link>
				</p>
			</Frame>
		);
	}
	if (sessions.error) return <LoadProblem error={sessions.error} onRetry={() => void sessions.refetch()} />;
	return (
		<Frame>
			<Skeleton className="h-40 rounded-card" />
			<Skeleton className="h-40 rounded-card" />
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const { t } = useTranslation("rights");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t("sessions.title")}</h1>
				<p className="mt-1 text-ink-600">{t("sessions.text")}</p>
			</div>
			{children}
		</div>
	);
}
