import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Section } from "./text";

interface Props {
	sections: readonly Section[];
	/** Collapsed above the text, for narrow screens. */
	isFolded?: boolean;
}

export function Contents({ sections, isFolded = false }: Props) {
	const { t } = useTranslation("legal");
	if (!isFolded) {
		return (
			<nav aria-label={t("contents")}>
				<p className="mb-2 text-meta font-bold text-ink-900">{t("contents")}</p>
				<Entries sections={sections} />
			</nav>
		);
	}
	return (
		<nav aria-label={t("contents")} className="mt-3 lg:hidden print:hidden">
			<details className="card group py-0">
				<summary className="flex min-h-13 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
					{t("contents")}
					<span
						aria-hidden="true"
						className="text-[20px] leading-none text-ink-600 transition group-open:rotate-45"
					>
						+
					</span>
				</summary>
				<div className="pb-4">
					<Entries sections={sections} />
				</div>
			</details>
		</nav>
	);
}

function Entries({ sections }: { sections: readonly Section[] }) {
	const { search } = useLocation();
	return (
		<ol className="m-0! flex list-none! flex-col p-0! text-meta text-ink-600">
			{sections.map(({ id, title }) => (
				<li key={id} className="m-0!">
					<Link
						to={{ search, hash: id }}
						// Moves the keyboard focus along with the scroll position.
						onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
						className="-mx-2 flex min-h-12 items-center rounded-control px-2 py-1.5 lg:min-h-9 hover:bg-mint-50 hover:text-green-700"
					>
						{title}
					</Link>
				</li>
			))}
		</ol>
	);
}
