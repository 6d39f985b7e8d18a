import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Navigate, Outlet, useLocation } from "react-router";
import { navItemsOf } from "~/hotel/lib/navigation";
import { changePassword, loadMe, useHotelSession } from "~/hotel/session/hotel-session";
import { OfflineBar } from "~/shared/layouts/offline-bar";
import { withRedirect } from "~/shared/lib/redirect";
import { ErrorState } from "~/shared/ui/error-state";
import { PageSkeleton } from "~/shared/ui/skeleton";
import { HotelIdleGuard } from "./idle-guard";
import { PhoneNav } from "./phone-nav";
import { SideNav } from "./side-nav";
import { SignInLayout } from "./sign-in-layout";
import { SignOutButton } from "./sign-out-button";

// Lazy: only a user with a temporary password needs it.
const PasswordForm = lazy(() =>
	import("~/domain/account/password-form").then((module) => ({ default: module.PasswordForm })),
);

/** Layout behind the sign-in. Redirects signed-out users; a temporary password must be replaced first. */
export default function SignedInLayout() {
	const { t } = useTranslation("hotel");
	const { state, me, error } = useHotelSession();
	const { pathname, search } = useLocation();
	if (state === "LOGGED_OUT") {
		return <Navigate to={withRedirect(href("/hotel/signin"), pathname + search)} replace />;
	}
	if (state === "UNREACHABLE") {
		return (
			<main className="mx-auto max-w-[560px] px-5">
				<ErrorState error={error} onRetry={() => void loadMe()} />
			</main>
		);
	}
	if (!me) return <PageSkeleton />;
	if (me.mustChangePassword) {
		return (
			<SignInLayout
				name={t("password.first")}
				title={t("password.first")}
				text={t("password.firstText", { name: me.name })}
			>
				<Suspense>
					<PasswordForm isFirst onSubmit={changePassword}>
						<SignOutButton variant="form" />
					</PasswordForm>
				</Suspense>
			</SignInLayout>
		);
	}
	const places = navItemsOf(me);
	return (
		<div className="flex min-h-dvh bg-[#f6f8f6] print:block print:bg-white">
			<a
				href="#main"
				className="sr-only z-40 rounded-control bg-green-700 p-3 font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{t("action.skip", { ns: "common" })}
			</a>
			<SideNav me={me} places={places} />
			{/* Another user gets fresh state. */}
			<div key={me.id} className="flex min-w-0 flex-1 flex-col">
				<OfflineBar />
				<HotelIdleGuard />
				<Outlet />
			</div>
			<PhoneNav places={places} />
		</div>
	);
}
