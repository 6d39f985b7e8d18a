import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import ko from "~/locales/ko/profile.json";
import { ProfileAddress } from "~/patient/features/account/profile-address";
import { ProfileChanges } from "~/patient/features/account/profile-changes";
import { ProfileEmail } from "~/patient/features/account/profile-email";
import { ProfileName } from "~/patient/features/account/profile-name";
import { ProfileNameRequest } from "~/patient/features/account/profile-name-request";
import { ProfilePassword } from "~/patient/features/account/profile-password";
import { ProfilePhone } from "~/patient/features/account/profile-phone";
import { useProfile } from "~/patient/features/account/profile-queries";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("account", account);
bundleKo("profile", ko);

export const handle: RouteHandle = { back: "/account", title: "profile" };

export default function AccountProfile() {
	const { t } = useTranslation("profile");
	const query = useHydratedSearchParams();
	const { data, error, refetch } = useProfile();
	if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
	const profile = data?.profile;
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("title")}</h1>
			<p className="text-ink-600">{t("text")}</p>
			{profile ? (
				<>
					{profile.nameRequest ? <ProfileNameRequest request={profile.nameRequest} /> : null}
					<ProfileName name={profile.name} query={query} />
					<ProfilePhone phoneNumber={profile.phoneNumber} />
					<ProfileEmail profile={profile} />
					<ProfileAddress profile={profile} />
					<ProfilePassword />
					<ProfileChanges changes={profile.changes} />
				</>
			) : (
				<Skeleton className="h-44 rounded-card" />
			)}
		</div>
	);
}
