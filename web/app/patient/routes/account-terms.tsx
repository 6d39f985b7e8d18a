import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/legal.json";
import { TermsStateCard } from "~/patient/features/legal/terms-state-card";
import { useTermsState } from "~/patient/features/legal/terms-state-queries";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("legal", ko);

const NAMES = ["terms", "privacy"] as const;

export const handle: RouteHandle = { back: "/account", title: "accountTerms" };

export default function AccountTerms() {
	const { t } = useTranslation("legal");
	const redirect = useRedirect();
	const { data, error, refetch } = useTermsState();
	if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
	const needed = data?.documents.some((each) => each.needsConsent);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("standing.title")}</h1>
			<p className="text-ink-600">{t("standing.text")}</p>
			{data ? null : <Skeleton className="h-44 rounded-card" />}
			{NAMES.map((name) => {
				const standing = data?.documents.find((each) => each.document === name);
				return standing ? <TermsStateCard key={name} name={name} state={standing} /> : null;
			})}
			{needed ? (
				<Link to={href("/account/leave")} className={buttonStyle("quiet")}>
					{t("standing.leave")}
				</Link>
			) : redirect ? (
				<Link to={redirect} replace className={buttonStyle()}>
					{t("standing.go")}
				</Link>
			) : null}
		</div>
	);
}
