import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";

const NOTICE = "notice";
const ERROR = "error";

const TEXTS = {
	reset_done: "reset.done",
	reset_invalid: "reset.invalid",
	social_denied: "social.denied",
	social_failed: "social.failed",
	social_state: "social.state",
} as const;

type Code = keyof typeof TEXTS;
const isCode = (value: string): value is Code => Object.hasOwn(TEXTS, value);

/** URL of the sign-in screen with a notice. */
export function noticeAtSignIn(notice: "reset_done" | "reset_invalid"): string {
	return `${href("/auth/signin")}?${new URLSearchParams({ [NOTICE]: notice })}`;
}

/** The result of what redirected to the sign-in. */
export function SignInNotice() {
	const { t } = useTranslation("auth");
	const query = useHydratedSearchParams();
	const value = query.get(ERROR) ?? query.get(NOTICE) ?? "";
	// The API may have newer error codes than this table.
	const code = isCode(value) ? value : value.startsWith("social_") ? "social_failed" : null;
	if (!code) return null;
	const tone = code === "reset_done" || code === "social_denied" ? "info" : "danger";
	return (
		<div className="mb-5">
			<Notice
				tone={tone}
				action={
					code === "reset_invalid" ? (
						<Link to={href("/auth/find-password")} className={buttonStyle("secondary", "", "tight")}>
							{t("find.linkPassword")}
						</Link>
					) : null
				}
			>
				{t(TEXTS[code])}
			</Notice>
		</div>
	);
}
