import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { Footer } from "~/patient/layouts/footer";
import { SocialButtons } from "~/patient/ui/social-buttons";
import { withRedirect } from "~/shared/lib/redirect";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useProductName } from "~/shared/lib/tenant";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { TongueMark } from "~/shared/ui/tongue-mark";
import { CheckIcon } from "~/shared/ui/tool-icons";

bundleKo("account", ko);
bundleKo("auth", authTexts);

export const handle: RouteHandle = { title: "account", isTitleOnly: true };

export default function SignUpStart() {
	const { t } = useTranslation("account");
	const redirect = useRedirect();
	const points = [t("signUp.point1"), t("signUp.point2"), t("signUp.point3")];
	return (
		<div className="flex min-h-dvh flex-col pt-6">
			<Link
				to={href("/")}
				className="-ml-2 flex min-h-12 items-center self-start rounded-control px-2 text-[18px] font-extrabold text-green-800"
			>
				{useProductName()}
			</Link>
			<div className="flex flex-1 flex-col justify-center py-8">
				<TongueMark className="h-24 self-start" />
				<h1 className="mt-7 text-title">
					{t("signUp.title1")}
					<br />
					{t("signUp.title2")}
				</h1>
				<p className="mt-2 text-ink-600">{t("signUp.text")}</p>
				<ul className="mt-6 flex flex-col gap-3">
					{points.map((point) => (
						<li key={point} className="flex items-center gap-3 font-medium">
							<span className="grid size-7 shrink-0 place-items-center rounded-full bg-mint-100 text-green-700">
								<CheckIcon className="size-4" />
							</span>
							{point}
						</li>
					))}
				</ul>
			</div>
			<div className="flex flex-col gap-2">
				<Link
					to={withRedirect(href("/auth/signup/form"), redirect)}
					className={buttonStyle("primary", "w-full")}
				>
					{t("signUp.withId")}
				</Link>
				<SocialButtons label="start" />
			</div>
			<p className="mt-2 text-center text-ink-600">
				{t("signUp.haveAccount")}{" "}
				<Link
					to={withRedirect(href("/auth/signin"), redirect)}
					className="inline-flex min-h-12 items-center rounded-control px-2 font-bold text-green-700 hover:underline"
				>
					{t("signUp.signIn")}
				</Link>
			</p>
			<div className="-mx-5">
				<Footer />
			</div>
		</div>
	);
}
