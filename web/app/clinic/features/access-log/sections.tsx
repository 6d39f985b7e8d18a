import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { useMonths } from "./log-query";

const SECTIONS = [
	["search", href("/clinic/access-log")],
	["review", href("/clinic/access-log/review")],
] as const;

/** Tabs of the access log: search and monthly review. A dot marks that a month awaits review. */
export function Sections() {
	const { t } = useTranslation("accessLog");
	const { pathname } = useLocation();
	const months = useMonths();
	const isLeft = months.data?.months.some(({ isOver, review }) => isOver && review === null);
	return (
		<nav
			aria-label={t("sections.label")}
			className="flex gap-1 self-start rounded-control bg-quiet p-1 print:hidden"
		>
			{SECTIONS.map(([name, to]) => (
				<Link
					key={name}
					to={to}
					aria-current={pathname === to ? "page" : undefined}
					className="flex min-h-10 items-center gap-1.5 rounded-[10px] px-4 text-[14px] font-semibold text-ink-600 hover:text-ink-900 aria-[current]:bg-white aria-[current]:text-green-700 aria-[current]:shadow-sm"
				>
					{t(`sections.${name}`)}
					{name === "review" && isLeft ? (
						<>
							<span aria-hidden="true" className="size-2 rounded-full bg-coral-500" />
							<span className="sr-only">{t("sections.left")}</span>
						</>
					) : null}
				</Link>
			))}
		</nav>
	);
}
