import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { PatientSession } from "~/shared/api/types";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useEndSession } from "./sessions";

const BROWSERS = [
	"kakaotalk",
	"naver",
	"samsung",
	"whale",
	"edge",
	"firefox",
	"chrome",
	"safari",
	"other",
] as const;
const PLATFORMS = ["android", "ios", "windows", "macos", "linux", "other"] as const;

/** Display name of a session's device; "other" for names that only a newer server knows. */
function deviceText(t: TFunction<"privacy">, { browser, platform }: PatientSession): string {
	if (!browser || !platform) return t("sessions.unknown");
	const known = BROWSERS.find((each) => each === browser) ?? "other";
	const system = PLATFORMS.find((each) => each === platform) ?? "other";
	return t("sessions.device", {
		platform: t(`sessions.platform.${system}`),
		browser: t(`sessions.browser.${known}`),
	});
}

/** One signed-in device; every device except the current one can be signed out. */
export function SessionCard({ session }: { session: PatientSession }) {
	const { t } = useTranslation("privacy");
	const end = useEndSession();
	const device = deviceText(t, session);
	const id = `session-${session.id}`;
	const items = [
		...(session.network ? [[t("sessions.network"), session.network]] : []),
		[t("sessions.lastUsed"), koreanMinute(session.lastUsedAt)],
		[t("sessions.since"), koreanMinute(session.createdAt)],
	];
	return (
		<section aria-labelledby={id} className="card">
			<div className="flex items-start justify-between gap-3">
				<h2 id={id} className="text-header">
					{device}
				</h2>
				{session.current ? (
					<span className="mt-px shrink-0">
						<Badge tint="success">{t("sessions.current")}</Badge>
					</span>
				) : null}
			</div>
			<dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-[14px]">
				{items.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="text-ink-600">{name}</dt>
						<dd className="number min-w-0">{value}</dd>
					</div>
				))}
			</dl>
			{session.current ? null : (
				<div className="mt-4 flex flex-col gap-3">
					{end.isError ? <Notice tone="danger">{problemText(end.error)}</Notice> : null}
					<Button tone="secondary" isPending={end.isPending} onPress={() => end.mutate(session)}>
						{t("sessions.end")}
						<span className="sr-only">: {device}</span>
					</Button>
				</div>
			)}
		</section>
	);
}
