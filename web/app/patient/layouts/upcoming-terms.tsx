import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { DEFAULT_LANGUAGE } from "~/i18n/language";
import { CLOSED_KEY } from "~/patient/features/legal/next-change";
import { localStore } from "~/shared/lib/storage";
import { CloseIcon } from "~/shared/ui/tool-icons";

interface Props {
	what: "terms" | "privacy" | "both";
	/** YYYY-MM-DD */
	effective: string;
}

/** Names the next change and its date until it is closed. A later change is shown again. */
export default function UpcomingTerms({ what, effective }: Props) {
	// React hydrates this boundary after the page, when the language can have changed, and its first render must match the
	// prerendered HTML, too.
	const isHydrated = useDeferredValue(true, false);
	const { t } = useTranslation("common", isHydrated ? {} : { lng: DEFAULT_LANGUAGE });
	const text = t(`termsBanner.${what}`, { date: effective });
	const close = () => {
		localStore.set(CLOSED_KEY, effective);
		delete document.documentElement.dataset.termsBanner;
	};
	return (
		<aside
			aria-label={text}
			className="mb-4 hidden bg-info-tint text-meta text-info in-data-terms-banner:block print:hidden"
		>
			<div className="mx-auto flex max-w-[1000px] items-start justify-between gap-2 pl-5 pr-2 md:items-center">
				<p className="number pt-3 md:flex md:items-center md:gap-3 md:pt-0">
					{text}
					<Link
						to={{
							pathname: href(what === "privacy" ? "/privacy" : "/terms"),
							search: `?version=${effective}`,
						}}
						className="flex min-h-12 w-fit items-center font-bold underline underline-offset-2"
					>
						{t("termsBanner.read")}
					</Link>
				</p>
				<button
					type="button"
					aria-label={t("termsBanner.close")}
					onClick={close}
					className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-white/60"
				>
					<CloseIcon />
				</button>
			</div>
		</aside>
	);
}
