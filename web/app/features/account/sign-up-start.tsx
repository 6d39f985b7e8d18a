import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useHydrated, useQuery } from "~/lib/use-query";
import { useRedirect } from "~/lib/use-redirect";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { Notice } from "~/ui/notice";
import { Skeleton } from "~/ui/skeleton";
import { readSignUpDraft, startOf } from "./sign-up-draft";
import { SignUpForm } from "./sign-up-form";
import { useSocialProfile } from "./use-social-profile";

const isProvider = (name: string): name is "kakao" | "naver" | "google" =>
	name === "kakao" || name === "naver" || name === "google";

/** The sign-up form with what is known of the visitor already. */
export function SignUpStart() {
	const { t } = useTranslation("ways");
	const redirect = useRedirect();
	const hydrated = useHydrated();
	const social = useSocialProfile(useQuery().get("social"));
	const draft = useMemo(() => (hydrated ? readSignUpDraft() : null), [hydrated]);
	const start = useMemo(() => startOf(draft, social.profile), [draft, social.profile]);
	if (social.state === "loading") {
		return (
			<div className="flex flex-col gap-4">
				<Skeleton className="h-19" />
				<Skeleton className="h-19" />
				<Skeleton className="h-19" />
			</div>
		);
	}
	const provider = social.profile?.provider ?? "";
	return (
		<>
			<div className="mb-7 flex flex-col gap-3 empty:hidden">
				{social.state === "expired" ? (
					<Notice
						tone="warning"
						action={
							<Link
								to={withRedirect(pathTo("signUp"), redirect)}
								className={buttonStyle("secondary", "", "tight")}
							>
								{t("social.again")}
							</Link>
						}
					>
						{t("social.expired")}
					</Notice>
				) : null}
				{isProvider(provider) ? (
					<Notice tone="info">{t("social.from", { provider: t(`social.${provider}Name`) })}</Notice>
				) : null}
				{draft ? <Notice tone="info">{t("draft.kept")}</Notice> : null}
			</div>
			{/* What is known comes after the page's first look; the fields then begin anew with it. */}
			<SignUpForm
				key={draft || social.profile ? "known" : "empty"}
				start={start}
				socialToken={social.state === "ready" ? social.token : null}
			/>
		</>
	);
}
