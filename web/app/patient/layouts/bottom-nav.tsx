import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { useSession } from "~/patient/session/session";
import { PersonIcon, TongueIcon } from "~/shared/ui/icons";
import { DocumentsIcon, HomeIcon, RecordsIcon } from "~/shared/ui/place-icons";

/** The places, with the paths that belong to each. */
const NAV_ITEMS = [
	{ name: "home", to: href("/"), Icon: HomeIcon, addresses: /^\/$/ },
	{ name: "check", to: href("/self-check"), Icon: TongueIcon, addresses: /^\/self-check/ },
	{ name: "records", to: href("/records"), Icon: RecordsIcon, addresses: /^\/(records|apply-history|tcis)/ },
	{
		name: "documents",
		to: href("/insurance-history"),
		Icon: DocumentsIcon,
		addresses: /^\/(insurance|apply-insurance)/,
	},
	{ name: "me", to: href("/account"), Icon: PersonIcon, addresses: /^\/account/ },
] as const;

/** Navigation for signed-in patients on a phone; a wide screen has the header's menu. */
export function BottomNav() {
	const { t } = useTranslation();
	const { patient } = useSession();
	const { pathname } = useLocation();
	if (!patient) return null;
	return (
		<nav
			data-part="bottom-nav"
			aria-label={t("nav.label")}
			className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-white pb-[env(safe-area-inset-bottom)] md:hidden"
		>
			<ul className="grid h-[59px] grid-cols-5">
				{NAV_ITEMS.map(({ name, to, Icon, addresses }) => (
					<li key={name}>
						<Link
							to={to}
							aria-current={addresses.test(pathname) ? "page" : undefined}
							className="flex h-full flex-col items-center justify-center gap-0.5 text-[12px] leading-tight tracking-tight whitespace-nowrap font-semibold text-ink-600 focus-visible:-outline-offset-3 aria-[current]:font-bold aria-[current]:text-green-700"
						>
							<Icon className="size-6" />
							{t(`nav.${name}`)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
