import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import type { Staff } from "~/shared/api/types";
import { useProductName } from "~/shared/lib/tenant";
import { LanguageSwitch } from "~/shared/ui/language-switch";
import { SignOutButton } from "./sign-out-button";

const TAB =
	"flex min-h-11 items-center rounded-control px-3 text-[14px] font-semibold whitespace-nowrap text-white/80 hover:bg-white/10 aria-[current]:bg-white/15 aria-[current]:text-white";

const ADMIN_TABS = [
	["statistics", href("/clinic/statistics")],
	["payments", href("/clinic/payments")],
	["staff", href("/clinic/staff")],
	["accessLog", href("/clinic/access-log")],
] as const;

/** The console's navigation and the signed-in user. */
export function TopBar({ staff }: { staff: Staff }) {
	const { t } = useTranslation("clinic");
	const product = useProductName();
	const { pathname } = useLocation();
	const tabs = [
		["work", href("/clinic")],
		["patients", href("/clinic/patients")],
		...(staff.permissions.includes("read_claims") ? ([["claims", href("/clinic/insurances")]] as const) : []),
		["invites", href("/clinic/invites")],
		...(staff.permissions.includes("manage_staff") ? ADMIN_TABS : []),
	] as const;
	// Every path outside the other tabs belongs to the worklist.
	const current =
		tabs.slice(1).find(([, to]) => `${pathname}/`.startsWith(`${to}/`))?.[1] ??
		(pathname === href("/clinic/account") ? null : href("/clinic"));
	const nav = useRef<HTMLElement>(null);
	// On a phone or tablet the tabs have their own line, which may be wider than the screen.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the current tab changes
	useEffect(() => {
		nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
	}, [current]);
	return (
		<header className="on-dark flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 bg-green-950 px-4 py-1.5 text-white">
			<p className="text-[17px] font-extrabold tracking-tight">{product}</p>
			<nav
				ref={nav}
				aria-label={t("nav.label")}
				className="flex gap-1 max-lg:order-last max-lg:-mx-2 max-lg:w-full max-lg:overflow-x-auto lg:flex-wrap"
			>
				{tabs.map(([name, to]) => (
					<Link key={to} to={to} aria-current={to === current ? "page" : undefined} className={TAB}>
						{t(`nav.${name}`)}
					</Link>
				))}
			</nav>
			<div className="ml-auto flex items-center gap-3 text-meta">
				<Link
					to={href("/clinic/account")}
					aria-current={pathname === href("/clinic/account") ? "page" : undefined}
					className="rounded-control px-2 py-1 text-right leading-tight hover:bg-white/10 aria-[current]:bg-white/15"
				>
					<span className="sr-only">{t("nav.account")} </span>
					<p>
						<span className="block font-bold">{staff.name}</span>
						<span className="block text-white/75 max-md:hidden">{staff.institution.name}</span>
					</p>
				</Link>
				<LanguageSwitch />
				<SignOutButton variant="bar" />
			</div>
		</header>
	);
}
