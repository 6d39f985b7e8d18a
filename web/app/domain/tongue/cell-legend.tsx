import { useTranslation } from "react-i18next";

/** Legend of the digits 0, 1 and 2 on the photo. */
export function CellLegend() {
	const { t } = useTranslation("tongue");
	return (
		<ul
			aria-label={t("photo.legend")}
			className="flex flex-wrap justify-center gap-x-3.5 gap-y-1 text-meta text-ink-600"
		>
			{([0, 1, 2] as const).map((score) => (
				<li key={score} className="flex items-center gap-1.5 whitespace-nowrap">
					<b className="number grid size-5 place-items-center rounded-[6px] bg-green-800 text-[13px] text-white">
						{score}
					</b>
					{t(`coating.${score}`)}
				</li>
			))}
		</ul>
	);
}
