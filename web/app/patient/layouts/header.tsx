import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { useSession } from "~/patient/session/session";
import { useRouteHandle } from "~/shared/lib/route-handle";
import { BrandMark } from "~/shared/ui/brand-mark";
import { BackIcon } from "~/shared/ui/icons";
import { useScrolled } from "./use-scrolled";
import { UserMenu } from "./user-menu";

/** Loaded for signed-in patients. If loading fails, the header renders without the bell. */
const Bell = lazy<ComponentType<{ isScrolled: boolean }>>(() =>
	import("./bell").catch(() => ({ default: () => null })),
);

export function Header() {
	const { t } = useTranslation();
	const isScrolled = useScrolled();
	const { patient } = useSession();
	const { back, title } = useHeader(isScrolled);
	return (
		<header
			data-scrolled={isScrolled}
			className={`sticky top-0 z-20 transition-colors duration-200 ease-out ${
				isScrolled ? "on-dark bg-green-950 text-white shadow-header" : "bg-paper text-green-800"
			}`}
		>
			<div className="mx-auto flex h-15 max-w-[1000px] items-center justify-between gap-3 pr-4 pl-5">
				<div className={`${back ? "-ml-3" : "-ml-2"} flex min-w-0 items-center`}>
					{back ? (
						<Link
							to={href(back)}
							aria-label={t("action.back")}
							className="grid size-12 shrink-0 place-items-center rounded-full"
						>
							<BackIcon className="size-6" />
						</Link>
					) : null}
					{title ? (
						<p className="truncate px-1 text-[17px] font-bold tracking-tight">{t(`title.${title}`)}</p>
					) : (
						<Link
							to={href("/")}
							className={`flex min-h-12 min-w-12 items-center truncate rounded-control px-2 text-[18px] font-extrabold tracking-tight ${back ? "max-md:hidden" : ""}`}
						>
							<BrandMark isOnDark={isScrolled} />
						</Link>
					)}
				</div>
				<div className="flex shrink-0 items-center gap-1.5">
					{patient ? (
						<Suspense fallback={<span className="size-12" />}>
							<Bell isScrolled={isScrolled} />
						</Suspense>
					) : null}
					<UserMenu isScrolled={isScrolled} />
				</div>
			</div>
		</header>
	);
}

/**
 * The header's title and back link, from the route's handle. On most screens the title appears once the heading is
 * scrolled out of view.
 */
function useHeader(isScrolled: boolean) {
	const { search } = useLocation();
	const { back, title, isTitleShown, steps } = useRouteHandle();
	if (!steps) return { back, title: isTitleShown || isScrolled ? title : undefined };
	const isFirst = steps.isFirst(new URLSearchParams(search));
	return { back: isFirst ? back : undefined, title: isFirst ? steps.firstTitle : title };
}
