import { useTranslation } from "react-i18next";
import { TongueMark } from "~/shared/ui/tongue-mark";
import { TileLink } from "./tile-link";

const TILE =
	"group relative block overflow-hidden rounded-tile p-6 transition duration-200 ease-out active:scale-[0.99]";
const PILL = "relative rounded-full px-4 py-2.5 text-[14px] leading-none font-bold";

export function TciTile() {
	const { t } = useTranslation("home");
	return (
		<TileLink
			site="tci"
			labelledBy="tile-tci"
			className={`${TILE} on-dark flex min-h-[208px] flex-col items-start justify-between gap-4 bg-brand text-white hover:shadow-header sm:min-h-[248px]`}
		>
			<div className="absolute -top-24 -right-20 size-72 rounded-full bg-green-600/40" />
			<TongueMark className="absolute right-1 -bottom-8 h-[138px] min-[360px]:h-[170px] transition-transform duration-200 ease-out group-hover:-translate-y-1 sm:right-5 sm:h-[205px]" />
			<div className="relative">
				<h2 id="tile-tci" className="text-tile font-bold">
					{t("tci.title1")}
					<br />
					{t("tci.title2")}
				</h2>
				<p className="mt-1 text-[14px] text-white/85">{t("tci.text")}</p>
			</div>
			<span className={`${PILL} bg-white/16 backdrop-blur-sm`}>{t("tci.action")}</span>
		</TileLink>
	);
}

export function InsuranceTile() {
	const { t } = useTranslation("home");
	return (
		<TileLink
			site="chea"
			labelledBy="tile-insurance"
			className={`${TILE} flex min-h-[160px] flex-col items-start justify-between gap-4 bg-coral-100 text-[#4a1710] hover:shadow-float sm:min-h-[248px]`}
		>
			<DocumentsMark />
			<div className="relative max-w-full">
				<h2 id="tile-insurance" className="text-tile font-bold">
					{t("insurance.title")}
				</h2>
				<p className="mt-1 text-[14px] text-[#74352a]">{t("insurance.text")}</p>
			</div>
			<span className={`${PILL} bg-white text-[#8a3324]`}>{t("insurance.action")}</span>
		</TileLink>
	);
}

function DocumentsMark() {
	return (
		<svg
			viewBox="0 0 110 100"
			aria-hidden="true"
			className="absolute -right-1 -bottom-3 h-[104px] transition-transform duration-200 ease-out group-hover:-translate-y-1 sm:right-4 sm:h-[150px]"
		>
			<rect x="34" y="8" width="62" height="92" rx="9" fill="#f4b5a8" transform="rotate(9 65 54)" />
			<rect x="18" y="12" width="62" height="92" rx="9" fill="#fff" />
			<path d="M30 32h26M30 46h38M30 58h38M30 70h24" stroke="#f0c4ba" strokeWidth="5" strokeLinecap="round" />
			<circle cx="66" cy="76" r="12" fill="#e2725f" />
			<path d="m60.5 76 4 4 7-8" stroke="#fff" strokeWidth="3" fill="none" strokeLinecap="round" />
		</svg>
	);
}
