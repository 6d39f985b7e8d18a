import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { currentNavItem, type NavItem } from "~/hotel/lib/navigation";
import type { Me } from "~/hotel/types";
import { HotelIcon } from "~/hotel/ui/icons";
import { useProductName } from "~/shared/lib/tenant";
import { SignOutButton } from "./sign-out-button";

const LINK =
	"flex min-h-11 items-center gap-3 rounded-control px-3 text-[14px] font-semibold text-white/75 hover:bg-white/8 hover:text-white aria-[current]:bg-white/14 aria-[current]:text-white";

/** Navigation on a wide screen. */
export function SideNav({ me, places }: { me: Me; places: readonly NavItem[] }) {
	const { t } = useTranslation("hotel");
	const product = useProductName();
	const { pathname } = useLocation();
	const query = useHotelQuery();
	const current = currentNavItem(places, pathname);
	return (
		<aside className="on-dark sticky top-0 hidden h-dvh w-[276px] shrink-0 flex-col overflow-y-auto bg-linear-to-b from-green-950 to-green-800 px-3 py-6 text-white lg:flex print:hidden">
			<p className="px-3 font-serif text-[22px] leading-tight tracking-tight">{product}</p>
			<p className="mt-0.5 px-3 text-meta text-white/65">{me.client?.name ?? t("nav.allHotels")}</p>
			<nav aria-label={t("nav.label")} className="mt-7 flex-1">
				<ul className="flex flex-col gap-0.5">
					{places.map(({ name, to }) => (
						<li key={name}>
							<Link
								to={to + query}
								aria-current={name === current?.name ? "page" : undefined}
								className={LINK}
							>
								<HotelIcon name={name} />
								{t(`nav.${name}`)}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<div className="mt-6 border-t border-white/12 pt-3">
				<Link
					to={href("/hotel/account")}
					aria-current={pathname === href("/hotel/account") ? "page" : undefined}
					className={LINK}
				>
					<HotelIcon name="account" />
					<span className="min-w-0">
						<span className="block truncate">{me.name}</span>
						<span className="block text-[12px] font-normal text-white/65">{t(`role.${me.role}`)}</span>
					</span>
				</Link>
				<SignOutButton />
			</div>
		</aside>
	);
}
