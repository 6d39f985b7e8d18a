import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";

interface Props {
	what: "terms" | "privacy" | "both";
	/** YYYY-MM-DD */
	effective: string;
}

/** Names what will change and when, until it is closed. */
export default function UpcomingTerms({ what, effective }: Props) {
	const { t } = useTranslation();
	const [closed, setClosed] = useState(false);
	if (closed) return null;
	const text = t(`termsBanner.${what}`, { date: effective });
	return (
		<aside
			aria-label={text}
			className="flex flex-wrap items-center justify-center gap-x-3 bg-info-tint px-5 py-1.5 text-meta text-info"
		>
			<span className="number">{text}</span>
			<Link
				to={{ pathname: href(what === "privacy" ? "/privacy" : "/terms"), search: `?version=${effective}` }}
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
