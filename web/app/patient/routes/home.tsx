import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import { currentLanguage } from "~/i18n/language";
import ko from "~/locales/ko/home.json";
import { InsuranceTile, TciTile } from "~/patient/features/home/tiles";
import { useSession } from "~/patient/session/session";
import { pageAddress } from "~/shared/api/client";
import { useTenant } from "~/shared/lib/tenant";
import { NextIcon, OutwardIcon, TongueIcon } from "~/shared/ui/icons";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("home", ko);

/** Loaded for visitors with a credential. If loading fails, the home screen renders without it. */
const Today = lazy<ComponentType<{ sessionError: unknown }>>(() =>
	import("~/patient/features/home/today").catch(() => ({ default: () => null })),
);

/** Reserves its height, in the prerendered page, too. */
const TODAY = "mt-5 h-54 rounded-card";

const ROW =
	"flex min-h-[76px] items-center gap-4 rounded-[18px] border border-line bg-white px-5 py-4 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float active:scale-[0.99]";

export default function Home() {
	const { t } = useTranslation("home");
	const { patient, state, error } = useSession();
	return (
		<div className="pt-5 sm:pt-10">
			<p className="text-ink-600">{patient ? t("hello", { name: patient.name }) : t("helloGuest")}</p>
			<h1 className="mt-0.5 text-title">
				{t("title1")}
				<br />
				{t("title2")}
			</h1>
			{patient || state === "UNREACHABLE" ? (
				<Suspense fallback={<Skeleton className={TODAY} />}>
					<Today sessionError={error} />
				</Suspense>
			) : null}
			{state === "INITIALIZING" ? <Skeleton className={`${TODAY} hidden in-data-signed-in:block`} /> : null}
			<div className="mt-5 grid gap-3.5 sm:grid-cols-2">
				<TciTile />
				<InsuranceTile />
				<SelfCheckRow />
				<BannerRow />
			</div>
		</div>
	);
}

function SelfCheckRow() {
	const { t } = useTranslation("home");
	return (
		<Link to={href("/self-check")} className={ROW}>
			<span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint-100 text-green-700">
				<TongueIcon className="size-6" />
			</span>
			<span className="flex-1">
				<span className="block font-bold">{t("selfCheck.title")}</span>
				<span className="block text-meta text-ink-600">{t("selfCheck.text")}</span>
			</span>
			<NextIcon className="size-5 text-ink-600" />
		</Link>
	);
}

function BannerRow() {
	const { t } = useTranslation("home");
	const banner = useTenant()?.banner;
	if (!banner) return null;
	// The tenant's banner is in Korean.
	const own = currentLanguage() === "ko";
	return (
		<a href={banner.url} target="_blank" rel="noopener noreferrer" className={ROW}>
			{banner.picture ? (
				<img
					src={pageAddress("/tenant/banner", { v: banner.picture.version })}
					alt=""
					className="size-11 shrink-0 rounded-[12px] object-cover"
				/>
			) : null}
			<span className="flex-1">
				<span className="block font-bold">{own ? banner.title : t("banner.title")}</span>
				<span className="block text-meta text-ink-600">{own ? banner.text : t("banner.text")}</span>
			</span>
			<OutwardIcon className="size-5 text-ink-600" />
			<span className="sr-only">({t("banner.newTab")})</span>
		</a>
	);
}
