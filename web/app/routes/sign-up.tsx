import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SocialButtons } from "~/features/account/social-buttons";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useProductName } from "~/lib/tenant";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";
import { Footer } from "~/shell/footer";
import { buttonStyle } from "~/ui/button-style";
import { TongueMark } from "~/ui/tongue-mark";
import { CheckIcon } from "~/ui/tool-icons";

bundleKo("account", ko);
bundleKo("ways", ways);

export default function SignUpStart() {
	const { t } = useTranslation("account");
	const redirect = useRedirect();
	const points = [t("signUp.point1"), t("signUp.point2"), t("signUp.point3")];
	return (
		<div className="flex min-h-dvh flex-col pt-6">
			<Link
				to={pathTo("home")}
				className="-ml-2 self-start rounded-control p-2 text-[18px] font-extrabold text-green-800"
			>
				{useProductName()}
			</Link>
			<div className="flex flex-1 flex-col justify-center py-8">
				<TongueMark className="h-28 self-start" />
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
				<Link to={withRedirect(pathTo("signUpForm"), redirect)} className={buttonStyle("primary", "w-full")}>
					{t("signUp.withId")}
				</Link>
				<SocialButtons label="start" />
			</div>
			<p className="mt-3 text-center text-ink-600">
				{t("signUp.haveAccount")}{" "}
				<Link
					to={withRedirect(pathTo("signIn"), redirect)}
					className="rounded-control p-2 font-bold text-green-700 hover:underline"
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
