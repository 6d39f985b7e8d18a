import { href, Navigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import { SignUpForm } from "~/patient/features/sign-up/sign-up-form";
import { useSession } from "~/patient/session/session";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useRedirect } from "~/shared/lib/use-redirect";

bundleKo("account", ko);

export const handle: RouteHandle = { back: "/auth/signin", title: "account", isTitleOnly: true };

export default function SignUpFormPage() {
	const { state } = useSession();
	const redirect = useRedirect();
	if (state === "AUTHENTICATED") return <Navigate to={redirect ?? href("/auth/welcome")} replace />;
	return (
		<div className="pt-2 pb-[calc(40px+env(safe-area-inset-bottom))]">
			<SignUpForm />
		</div>
	);
}
