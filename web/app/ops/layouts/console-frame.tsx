import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { roleText } from "~/ops/lib/role-text";
import type { Me } from "~/ops/types";
import { OfflineBar } from "~/shared/layouts/offline-bar";

import { LanguageSwitch } from "~/shared/ui/language-switch";
import { TongueMark } from "~/shared/ui/tongue-mark";
import { EnvironmentBand } from "./environment-band";
import { SideNav } from "./side-nav";
import { SignOutButton } from "./sign-out-button";
import { useConsoleKeys } from "./use-console-keys";

/** Frame of every screen: navigation, user, and the installation's environment. */
export function ConsoleFrame({ me, children }: { me: Me; children: ReactNode }) {
	const { t } = useTranslation("ops");
	const { pathname } = useLocation();
	const main = useRef<HTMLElement>(null);
	useConsoleKeys();
	// biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top on every navigation
	useEffect(() => {
		if (main.current) main.current.scrollTop = 0;
	}, [pathname]);
	return (
		<div className="flex h-dvh flex-col bg-[#f5f8f6]">
			<a
				href="#main"
				className="sr-only z-40 rounded-control bg-green-700 p-3 font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{t("action.skip", { ns: "common" })}
			</a>
			<EnvironmentBand environment={me.environment} />
			<div className="flex min-h-0 flex-1 flex-col lg:flex-row">
				<ConsoleHeader me={me} />
				<main
					ref={main}
					id="main"
					tabIndex={-1}
					className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
				>
					<OfflineBar />
					{children}
					<footer className="mt-auto flex flex-wrap items-center gap-3 px-4 py-4 text-meta text-ink-600 lg:hidden">
						<LanguageSwitch />
						<p className="number">{t("version", { environment: me.environment, version: me.version })}</p>
					</footer>
				</main>
			</div>
		</div>
	);
}

function ConsoleHeader({ me }: { me: Me }) {
	const { t } = useTranslation("ops");
	const { pathname } = useLocation();
	return (
		<header className="on-dark flex shrink-0 flex-col bg-green-950 text-white lg:w-56">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-1 lg:flex-col lg:items-stretch lg:pt-4">
				<Link to={href("/ops")} className="flex items-center gap-2 text-[16px] font-extrabold tracking-tight">
					<TongueMark className="h-7" />
					{t("console")}
				</Link>
				<div className="ml-auto flex items-center gap-1 text-meta lg:ml-0 lg:justify-between">
					<Link
						to={href("/ops/account")}
						aria-current={pathname === href("/ops/account") ? "page" : undefined}
						className="min-h-11 min-w-0 rounded-control px-2 py-1.5 leading-tight hover:bg-white/10 aria-[current]:bg-white/15 lg:-ml-2"
					>
						<span className="sr-only">{t("nav.account")} </span>
						<span className="block truncate font-bold">{me.name}</span>
						<span className="block text-white/75">{roleText(me.role)}</span>
					</Link>
					<SignOutButton variant="bar" />
				</div>
			</div>
			<SideNav me={me} />
			<div className="mt-auto flex flex-wrap items-center gap-2 px-4 pt-2 pb-3 text-[12px] text-white/75 max-lg:hidden">
				<LanguageSwitch />
				<p className="number">{t("version", { environment: me.environment, version: me.version })}</p>
			</div>
		</header>
	);
}
