import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import type { SocialState } from "./use-social-profile";
import "./auth-texts";

const isProvider = (name: string): name is "kakao" | "naver" | "google" =>
	name === "kakao" || name === "naver" || name === "google";

interface Props {
	social: SocialState;
	/** Whether a draft was restored. */
	hasDraft: boolean;
}

/** Explains where the prefilled values come from. */
export function SocialNotice({ social, hasDraft }: Props) {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	const provider = social.profile?.provider ?? "";
	return (
		<div className="mt-5 flex flex-col gap-3 empty:hidden">
			{social.state === "expired" ? (
				<Notice
					tone="warning"
					action={
						<Link
							to={withRedirect(href("/auth/signup"), redirect)}
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
			{hasDraft ? <Notice tone="info">{t("draft.kept")}</Notice> : null}
		</div>
	);
}
