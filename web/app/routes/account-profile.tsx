import { useTranslation } from "react-i18next";
import { ProfileAddress } from "~/features/account/profile-address";
import { ProfileChanges } from "~/features/account/profile-changes";
import { ProfileEmail } from "~/features/account/profile-email";
import { ProfileName } from "~/features/account/profile-name";
import { ProfilePhone } from "~/features/account/profile-phone";
import { useProfile } from "~/features/account/profile-queries";
import { bundleKo } from "~/i18n/i18n";
import { useQuery } from "~/lib/use-query";
import account from "~/locales/ko/account.json";
import ko from "~/locales/ko/profile.json";
import ways from "~/locales/ko/ways.json";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("account", account);
bundleKo("profile", ko);
bundleKo("ways", ways);

export default function AccountProfile() {
	const { t } = useTranslation("profile");
	const query = useQuery();
	const { data, error, refetch } = useProfile();
	if (!data && error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
	const profile = data?.profile;
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("title")}</h1>
			<p className="text-ink-600">{t("text")}</p>
			{profile ? (
				<>
					<ProfileName name={profile.name} query={query} />
					<ProfilePhone phoneNumber={profile.phoneNumber} />
					<ProfileEmail profile={profile} />
					<ProfileAddress profile={profile} />
					<ProfileChanges changes={profile.changes} />
				</>
			) : (
				<Skeleton className="h-44 rounded-card" />
			)}
		</div>
	);
}
