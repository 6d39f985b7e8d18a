import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useSession } from "~/patient/session/session";
import { useHeaderState } from "~/shared/lib/header-state";
import { useRouteHandle } from "~/shared/lib/route-handle";
import { BrandMark } from "~/shared/ui/brand-mark";
import { BackIcon } from "~/shared/ui/icons";
import { useScrolled } from "./use-scrolled";
import { UserMenu } from "./user-menu";

/** Fetched for those who are signed in. A header without its bell is better than no page. */
const Bell = lazy<ComponentType<{ scrolled: boolean }>>(() =>
	import("./bell").catch(() => ({ default: () => null })),
);

export function Header() {
	const { t } = useTranslation();
	const scrolled = useScrolled();
	const { patient } = useSession();
	const own = useHeaderState();
	const { back: parent, title: screen } = useRouteHandle();
	const back = own.back === false ? undefined : parent;
	// A screen without a title of its own here is named by its heading, until that is scrolled away.
	const title = own.title ?? (scrolled && screen ? t(`title.${screen}`) : null);
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
							to={href(back)}
							aria-label={t("action.back")}
							className="grid size-11 shrink-0 place-items-center rounded-full"
						>
							<BackIcon className="size-6" />
						</Link>
					) : null}
					{title ? (
						<p className="truncate px-2 text-[17px] font-bold tracking-tight">{title}</p>
					) : (
						<Link
							to={href("/")}
							className="truncate rounded-control px-2 py-2 text-[18px] font-extrabold tracking-tight"
						>
							<BrandMark isOnDark={scrolled} />
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
