import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { SignUpForm } from "~/features/account/sign-up-form";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/account.json";
import { pathTo } from "~/route-table";
import { BackIcon } from "~/ui/icons";

bundleKo("account", ko);

export default function SignUpFormScreen() {
	const { t } = useTranslation("account");
	const { state } = useSession();
	const redirect = useRedirect();
	if (state === "AUTHENTICATED") return <Navigate to={redirect ?? pathTo("welcome")} replace />;
	return (
		<div className="pt-2 pb-[calc(40px+env(safe-area-inset-bottom))]">
			<div className="flex h-13 items-center">
				<Link
					to={withRedirect(pathTo("signIn"), redirect)}
					aria-label={t("action.back", { ns: "common" })}
					className="-ml-3 grid size-11 place-items-center rounded-full text-green-800"
				>
					<BackIcon className="size-6" />
				</Link>
			</div>
			<h1 className="mb-7 text-title">{t("form.title")}</h1>
			<SignUpForm />
		</div>
	);
}
