import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/privacy.json";
import { EndSessions } from "~/patient/features/privacy/end-sessions";
import { PrivacyFrame } from "~/patient/features/privacy/privacy-frame";
import { SessionCard } from "~/patient/features/privacy/session-card";
import { useSessions } from "~/patient/features/privacy/sessions";
import { logOutHere } from "~/patient/session/session";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("privacy", ko);

export const handle: RouteHandle = { back: "/account", title: "sessions" };

export default function AccountSessions() {
	const { t } = useTranslation("privacy");
	const sessions = useSessions();
	const navigate = useNavigate();
	if (sessions.data) {
		return (
			<PrivacyFrame page="sessions">
				{sessions.data.sessions.map((session) => (
					<SessionCard key={session.id} session={session} />
				))}
				<EndSessions onEnded={() => void logOutHere(() => navigate(href("/auth/signin")))} />
				<p className="text-center">
					<Link
						to={href("/account/profile")}
						className="inline-flex min-h-12 items-center rounded-control px-3 text-meta text-ink-600 underline"
					>
						{t("sessions.changePassword")}
					</Link>
				</p>
			</PrivacyFrame>
		);
	}
	if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
	return (
		<PrivacyFrame page="sessions">
			<Skeleton className="h-40 rounded-card" />
			<Skeleton className="h-40 rounded-card" />
		</PrivacyFrame>
	);
}
