import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { InsuranceTile, TciTile } from "~/features/home/tiles";
import { bundleKo } from "~/i18n/i18n";
import { currentLanguage } from "~/i18n/language";
import { useSession } from "~/lib/session";
import { useTenant } from "~/lib/tenant";
import ko from "~/locales/ko/home.json";
import { pathTo } from "~/route-table";
import { NextIcon, OutwardIcon, TongueIcon } from "~/ui/icons";

bundleKo("home", ko);

const ROW =
	"flex min-h-[76px] items-center gap-4 rounded-[18px] border border-line bg-white px-5 py-4 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float active:scale-[0.99]";

export default function Home() {
	const { t } = useTranslation("home");
	const { patient } = useSession();
	return (
		<div className="pt-5 sm:pt-10">
			<p className="text-ink-600">{patient ? t("hello", { name: patient.name }) : t("helloGuest")}</p>
			<h1 className="mt-0.5 text-title">
				{t("title1")}
				<br />
				{t("title2")}
			</h1>
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
		<Link to={pathTo("selfCheck")} className={ROW}>
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
	// The tenant writes its banner in Korean.
	const own = currentLanguage() === "ko";
	return (
		<a href={banner.url} target="_blank" rel="noopener noreferrer" className={ROW}>
			{banner.imageUrl ? (
				<img src={banner.imageUrl} alt="" className="size-11 shrink-0 rounded-[12px] object-cover" />
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
