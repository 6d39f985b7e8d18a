import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Staff } from "~/lib/api/types";
import { staffLogOut } from "~/lib/staff-session";
import { useProductName } from "~/lib/tenant";
import { pathTo } from "~/route-table";
import { LanguageSwitch } from "~/ui/language-switch";

const TAB =
	"flex min-h-11 items-center rounded-control px-3 text-[14px] font-semibold whitespace-nowrap text-white/80 hover:bg-white/10 aria-[current]:bg-white/15 aria-[current]:text-white";

const ADMIN_TABS = [
	["payments", pathTo("clinicPayments")],
	["staff", pathTo("clinicStaff")],
	["accessLog", pathTo("clinicAccessLog")],
] as const;

/** The console's own bar: where one is, who one is. */
export function TopBar({ staff }: { staff: Staff }) {
	const { t } = useTranslation("clinic");
	const product = useProductName();
	const { pathname } = useLocation();
	const tabs = [
		["work", pathTo("clinicHome")],
		["claims", pathTo("clinicClaims")],
		["invites", pathTo("clinicInvites")],
		...(staff.role === "clinic_admin" ? ADMIN_TABS : []),
	] as const;
	// Whatever is neither of the others is the work.
	const current =
		tabs.slice(1).find(([, to]) => `${pathname}/`.startsWith(`${to}/`))?.[1] ?? pathTo("clinicHome");
	const nav = useRef<HTMLElement>(null);
	// On a phone the tabs are wider than the screen.
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is the current one
	useEffect(() => {
		nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
	}, [current]);
	return (
		<header className="on-dark flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 bg-green-950 px-4 py-1.5 text-white">
			<p className="text-[17px] font-extrabold tracking-tight">{product}</p>
			<nav
				ref={nav}
				aria-label={t("nav.label")}
				className="flex gap-1 max-md:order-last max-md:-mx-2 max-md:w-full max-md:overflow-x-auto md:flex-wrap"
			>
				{tabs.map(([name, to]) => (
					<Link key={to} to={to} aria-current={to === current ? "page" : undefined} className={TAB}>
						{t(`nav.${name}`)}
					</Link>
				))}
			</nav>
			<div className="ml-auto flex items-center gap-3 text-meta">
				<p className="text-right leading-tight max-md:hidden">
					<span className="block font-bold">{staff.name}</span>
					<span className="block text-white/75">{staff.institution.name}</span>
				</p>
				<LanguageSwitch />
				<button
					type="button"
					onClick={staffLogOut}
					className="min-h-11 rounded-control px-2 font-semibold whitespace-nowrap text-white/80 hover:bg-white/10"
				>
					{t("menu.logOut", { ns: "common" })}
				</button>
			</div>
		</header>
	);
}
