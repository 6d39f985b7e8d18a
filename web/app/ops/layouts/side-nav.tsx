import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import type { Me } from "~/ops/types";

const GROUPS = [
	[
		"work",
		[
			["overview", href("/ops"), "read_queues"],
			["jobs", href("/ops/jobs"), "read_queues"],
			["dead", href("/ops/dead-letters"), "read_queues"],
			["bulk", href("/ops/bulk"), "read_queues"],
			["schedules", href("/ops/schedules"), "read_queues"],
			["workers", href("/ops/workers"), "read_queues"],
		],
	],
	[
		"service",
		[
			["payments", href("/ops/payments"), "read_payments"],
			["model", href("/ops/model"), "read_model"],
			["tenants", href("/ops/tenants"), "read_directory"],
		],
	],
	[
		"records",
		[
			["retention", href("/ops/retention"), "read_retention"],
			["accessLog", href("/ops/access-log"), "read_access_log"],
			["audit", href("/ops/audit"), "read_access_log"],
			["operators", href("/ops/operators"), "manage_operators"],
		],
	],
] as const;

const ITEM =
	"flex min-h-11 items-center rounded-control px-3 text-[14px] font-semibold whitespace-nowrap text-white/80 hover:bg-white/10 aria-[current]:bg-white/15 aria-[current]:text-white lg:min-h-10";

const isWithin = (pathname: string, to: string) =>
	to === href("/ops") ? pathname === to : `${pathname}/`.startsWith(`${to}/`);

/** Navigation: a sidebar on a wide screen, otherwise a line that may scroll sideways. */
export function SideNav({ me }: { me: Me }) {
	const { t } = useTranslation("ops");
	const { pathname } = useLocation();
	const nav = useRef<HTMLElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the current screen changes
	useEffect(() => {
		nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ inline: "nearest", block: "nearest" });
	}, [pathname]);
	return (
		<nav
			ref={nav}
			aria-label={t("nav.label")}
			className="flex gap-1 max-lg:overflow-x-auto max-lg:px-2 max-lg:pb-1.5 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:px-3 lg:py-2"
		>
			{GROUPS.map(([group, items]) => {
				const open = items.filter(([, , permission]) => me.permissions.includes(permission));
				if (open.length === 0) return null;
				return (
					<div key={group} className="flex gap-1 lg:flex-col lg:gap-0.5">
						<p className="px-3 pb-1 text-[12px] font-semibold text-white/75 max-lg:hidden">
							{t(`nav.groups.${group}`)}
						</p>
						{open.map(([name, to]) => (
							<Link
								key={to}
								to={to}
								aria-current={isWithin(pathname, to) ? "page" : undefined}
								className={ITEM}
							>
								{t(`nav.${name}`)}
							</Link>
						))}
					</div>
				);
			})}
		</nav>
	);
}
