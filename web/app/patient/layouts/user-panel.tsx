import { useTranslation } from "react-i18next";
import { href, Link, useLocation, useNavigate } from "react-router";
import { loadPatient, logOut, useSession } from "~/patient/session/session";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { ErrorNotice } from "~/shared/ui/error-notice";
import { LanguageSwitch } from "~/shared/ui/language-switch";
import { Skeleton } from "~/shared/ui/skeleton";

const ITEM = "flex min-h-12 items-center rounded-control px-3 font-medium hover:bg-mint-50";

/** The panel of the user menu: links of a signed-in patient or the sign-in links, and the language. */
export default function UserPanel() {
	const { t } = useTranslation();
	const { patient, state, error } = useSession();
	return (
		// Focusable, so that a press on its background does not blur the menu.
		<div
			tabIndex={-1}
			className="absolute top-full right-0 z-30 mt-2 w-64 animate-rise rounded-card border border-line bg-white p-2 text-ink-900 shadow-float outline-none"
		>
			{patient ? <PersonPart name={patient.name} /> : null}
			{state === "INITIALIZING" ? <Skeleton className="h-36 rounded-control" /> : null}
			{state === "UNREACHABLE" ? <ErrorNotice error={error} onRetry={() => void loadPatient()} /> : null}
			{state === "LOGGED_OUT" || state === "LOGGING_OUT" ? <GuestPart /> : null}
			<div className="mt-1 flex items-center justify-between border-t border-line px-3 pt-3 pb-1.5">
				<span className="text-meta text-ink-600">{t("menu.language")}</span>
				<LanguageSwitch />
			</div>
		</div>
	);
}

function PersonPart({ name }: { name: string }) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	return (
		<>
			<p className="px-3 pt-2 pb-2 text-header font-bold">{t("menu.name", { name })}</p>
			<Link to={href("/self-check")} className={ITEM}>
				{t("action.selfCheck")}
			</Link>
			<Link to={href("/records")} className={ITEM}>
				{t("menu.history")}
			</Link>
			<Link to={href("/apply-history")} className={ITEM}>
				{t("menu.applications")}
			</Link>
			<Link to={href("/insurance-history")} className={ITEM}>
				{t("menu.claims")}
			</Link>
			<Link to={href("/account")} className={ITEM}>
				{t("menu.account")}
			</Link>
			<button
				type="button"
				className={`${ITEM} w-full text-ink-600`}
				onClick={() => void logOut(() => navigate(href("/auth/signin")))}
			>
				{t("menu.logOut")}
			</button>
		</>
	);
}

function GuestPart() {
	const { t } = useTranslation();
	const back = useBackTarget();
	return (
		<>
			<p className="px-3 pt-2 pb-1 text-ink-600">{t("menu.guest")}</p>
			<Link to={withRedirect(href("/auth/signin"), back)} className={`${ITEM} font-bold text-green-700`}>
				{t("action.signIn")}
			</Link>
			<Link to={withRedirect(href("/auth/signup"), back)} className={ITEM}>
				{t("action.signUp")}
			</Link>
		</>
	);
}

/** The way back after the sign-in. The sign-in screen passes on its own, and nobody returns to the goodbye screen. */
function useBackTarget(): string | null {
	const { pathname, search } = useLocation();
	const carried = useRedirect();
	return pathname === href("/auth/signin") || pathname === href("/goodbye") ? carried : pathname + search;
}
