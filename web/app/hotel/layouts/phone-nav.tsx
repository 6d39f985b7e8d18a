import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { currentNavItem, type NavItem } from "~/hotel/lib/navigation";
import { HotelIcon } from "~/hotel/ui/icons";
import { Dialog } from "~/shared/ui/dialog";

/** Number of places in the bottom bar, besides the menu. */
const MAX_PLACES = 4;
const TAB =
	"flex h-full w-full flex-col items-center justify-center gap-0.5 text-[11px] leading-tight font-semibold text-ink-600 focus-visible:-outline-offset-3 aria-[current]:font-bold aria-[current]:text-green-700";

/** Navigation on a phone or tablet: the first places in a bottom bar, the others in a sheet. */
export function PhoneNav({ places }: { places: readonly NavItem[] }) {
	const { t } = useTranslation("hotel");
	const { pathname } = useLocation();
	const query = useHotelQuery();
	const [isOpen, setOpen] = useState(false);
	const current = currentNavItem(places, pathname);
	const account = pathname === href("/hotel/account");
	const isElsewhere = account || places.findIndex(({ name }) => name === current?.name) >= MAX_PLACES;
	return (
		<>
			<nav
				data-part="bottom-nav"
				aria-label={t("nav.label")}
				className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
			>
				<ul className="mx-auto flex h-[59px] max-w-[560px]">
					{places.slice(0, MAX_PLACES).map(({ name, to }) => (
						<li key={name} className="min-w-0 flex-1">
							<Link
								to={to + query}
								aria-current={name === current?.name ? "page" : undefined}
								className={TAB}
							>
								<HotelIcon name={name} className="size-6" />
								{t(`short.${name}`)}
							</Link>
						</li>
					))}
					<li className="min-w-0 flex-1">
						<button
							type="button"
							aria-haspopup="dialog"
							aria-current={isElsewhere ? "true" : undefined}
							onClick={() => setOpen(true)}
							className={TAB}
						>
							<HotelIcon name="more" className="size-6" />
							{t("nav.more")}
						</button>
					</li>
				</ul>
			</nav>
			{isOpen ? <MenuDialog places={places.slice(MAX_PLACES)} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

/** The places that do not fit into the bottom bar, and the user's account. */
function MenuDialog({ places, onClose }: { places: readonly NavItem[]; onClose: () => void }) {
	const { t } = useTranslation("hotel");
	const { pathname } = useLocation();
	const query = useHotelQuery();
	return (
		<Dialog title={t("nav.menu")} onClose={onClose}>
			<ul className="mt-3 grid grid-cols-2 gap-2">
				{[...places, { name: "account" as const, to: href("/hotel/account") }].map(({ name, to }) => (
					<li key={name}>
						<Link
							to={to + query}
							aria-current={pathname === to ? "page" : undefined}
							onClick={onClose}
							className="flex min-h-14 items-center gap-3 rounded-control border border-line px-3 text-[14px] font-semibold hover:bg-mint-50 aria-[current]:border-green-700 aria-[current]:bg-mint-100"
						>
							<HotelIcon name={name} className="size-5 text-green-700" />
							{t(`nav.${name}`)}
						</Link>
					</li>
				))}
			</ul>
		</Dialog>
	);
}
