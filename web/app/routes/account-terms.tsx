import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StandingCard } from "~/features/legal/standing-card";
import { useTermsStanding } from "~/features/legal/standing-queries";
import { bundleKo } from "~/i18n/i18n";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/legal.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("legal", ko);

const NAMES = ["terms", "privacy"] as const;

export default function AccountTerms() {
	const { t } = useTranslation("legal");
	const redirect = useRedirect();
	const { data, error, refetch } = useTermsStanding();
	if (!data && error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
	const needed = data?.documents.some((each) => each.needsConsent);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("standing.title")}</h1>
			<p className="text-ink-600">{t("standing.text")}</p>
			{data ? null : <Skeleton className="h-44 rounded-card" />}
			{NAMES.map((name) => {
				const standing = data?.documents.find((each) => each.document === name);
				return standing ? <StandingCard key={name} name={name} standing={standing} /> : null;
			})}
			{needed ? (
				<Link to={pathTo("leave")} className={buttonStyle("quiet")}>
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
