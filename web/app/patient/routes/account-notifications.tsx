import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/notifications.json";
import { useNotificationSettings } from "~/patient/features/notifications/settings-queries";
import { SettingsSection } from "~/patient/features/notifications/settings-section";
import { problemText } from "~/shared/api/problem-text";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("notifications", ko);

export const handle: RouteHandle = { back: "/account", title: "notificationSettings" };

/** Settings of deliveries outside the app. */
export default function AccountNotifications() {
	const { t } = useTranslation("notifications");
	const { settings, error, refetch, saveError, save } = useNotificationSettings();
	if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />;
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div>
				<h1 className="text-title">{t("settings.title")}</h1>
				<p className="mt-1.5 text-ink-600">{t("settings.text")}</p>
			</div>
			{saveError ? <Notice tone="danger">{problemText(saveError)}</Notice> : null}
			{settings ? (
				<SettingsSection settings={settings} onChange={save} />
			) : (
				<>
					<Skeleton className="h-70 rounded-card" />
					<Skeleton className="h-50 rounded-card" />
				</>
			)}
			<section aria-labelledby="always" className="rounded-card bg-quiet p-5">
				<h2 id="always" className="text-header">
					{t("settings.alwaysTitle")}
				</h2>
				<p className="mt-1.5 text-[14px] text-ink-600">{t("settings.always")}</p>
			</section>
		</div>
	);
}
