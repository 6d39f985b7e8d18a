import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { EDITIONS, upcomingOf } from "~/patient/features/legal/editions";
import { koreanDay } from "~/shared/lib/korea";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/** Says that the terms or the privacy policy will change, in the time between announcement and effect. */
export function TermsBanner() {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const [closed, setClosed] = useState(false);
	const today = koreanDay(new Date());
	const terms = upcomingOf(EDITIONS.terms, today);
	const privacy = upcomingOf(EDITIONS.privacy, today);
	const next = terms ?? privacy;
	if (!hydrated || closed || !next) return null;
	const both = terms && privacy && terms.effective === privacy.effective;
	const what = both ? "both" : terms ? "terms" : "privacy";
	return (
		<aside
			aria-label={t(`termsBanner.${what}`, { date: next.effective })}
			className="flex flex-wrap items-center justify-center gap-x-3 bg-info-tint px-5 py-1.5 text-meta text-info"
		>
			<span className="number">{t(`termsBanner.${what}`, { date: next.effective })}</span>
			<Link
				to={{ pathname: href(terms ? "/terms" : "/privacy"), search: `?version=${next.effective}` }}
				className="inline-flex min-h-8 items-center font-bold underline"
			>
				{t("termsBanner.read")}
			</Link>
			<button
				type="button"
				onClick={() => setClosed(true)}
				className="inline-flex min-h-8 items-center rounded-control px-1.5 underline"
			>
				{t("termsBanner.close")}
			</button>
		</aside>
	);
}
