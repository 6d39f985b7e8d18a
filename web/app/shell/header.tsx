import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useHeaderState } from "~/lib/header-state";
import { useSession } from "~/lib/session";
import { useProductName } from "~/lib/tenant";
import { pathTo, screenAt } from "~/route-table";
import { BackIcon } from "~/ui/icons";
import { useScrolled } from "./use-scrolled";
import { UserMenu } from "./user-menu";

/** Fetched for those who are signed in. A header without its bell is better than no page. */
const Bell = lazy<ComponentType<{ scrolled: boolean }>>(() =>
	import("./bell").catch(() => ({ default: () => null })),
);

export function Header() {
	const { t } = useTranslation();
	const scrolled = useScrolled();
	const { pathname } = useLocation();
	const product = useProductName();
	const { patient } = useSession();
	const own = useHeaderState();
	const way = screenAt(pathname)?.back;
	const back = own.back === false ? undefined : way;
	if (own.hidden) return null;
	return (
		<header
			data-scrolled={scrolled}
			className={`sticky top-0 z-20 transition-colors duration-200 ease-out ${
				scrolled ? "on-dark bg-green-950 text-white shadow-header" : "bg-paper text-green-800"
			}`}
		>
			<div className="mx-auto flex h-15 max-w-[1000px] items-center justify-between gap-3 px-5">
				<div className="-ml-2 flex min-w-0 items-center">
					{back ? (
						<Link
							to={pathTo(back)}
							aria-label={t("action.back")}
							className="grid size-11 shrink-0 place-items-center rounded-full"
						>
							<BackIcon className="size-6" />
						</Link>
					) : null}
					{own.title ? (
						<p className="truncate px-2 text-[17px] font-bold tracking-tight">{own.title}</p>
					) : (
						<Link
							to={pathTo("home")}
							className="truncate rounded-control px-2 py-2 text-[18px] font-extrabold tracking-tight"
						>
							{product}
						</Link>
					)}
				</div>
				<div className="flex shrink-0 items-center gap-1.5">
					{patient ? (
						<Suspense fallback={<span className="size-11" />}>
							<Bell scrolled={scrolled} />
						</Suspense>
					) : null}
					<UserMenu scrolled={scrolled} />
				</div>
			</div>
		</header>
	);
}
