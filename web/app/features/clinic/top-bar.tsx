import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Staff } from "~/lib/api/types";
import { useProductName } from "~/lib/tenant";
import { pathTo } from "~/route-table";
import { LanguageSwitch } from "~/ui/language-switch";
import { SignOutButton } from "./sign-out-button";

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
		...(staff.permissions.includes("read_claims") ? ([["claims", pathTo("clinicClaims")]] as const) : []),
		["invites", pathTo("clinicInvites")],
		...(staff.permissions.includes("manage_staff") ? ADMIN_TABS : []),
	] as const;
	// Whatever is neither of the others is the work.
	const current =
		tabs.slice(1).find(([, to]) => `${pathname}/`.startsWith(`${to}/`))?.[1] ??
		(pathname === pathTo("clinicAccount") ? null : pathTo("clinicHome"));
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
				<Link
					to={pathTo("clinicAccount")}
					aria-current={pathname === pathTo("clinicAccount") ? "page" : undefined}
					className="rounded-control px-2 py-1 text-right leading-tight hover:bg-white/10 aria-[current]:bg-white/15"
				>
					<span className="sr-only">{t("nav.account")} </span>
					<p>
						<span className="block font-bold">{staff.name}</span>
						<span className="block text-white/75 max-md:hidden">{staff.institution.name}</span>
					</p>
				</Link>
				<LanguageSwitch />
				<SignOutButton look="bar" />
			</div>
		</header>
	);
}
