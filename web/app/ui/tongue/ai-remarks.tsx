import { useTranslation } from "react-i18next";
import type { Tci } from "~/lib/api/types";
import { sureness } from "~/lib/tci/sureness";
import { Notice } from "~/ui/notice";
import { CELLS } from "./tongue-photo";

/** Where the AI was not sure of what it read, in words; nothing where it was. */
export function UnsureNote({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	const { unsure, isWhole } = sureness(tci);
	if (unsure.length === 0 && !isWhole) return null;
	const places = CELLS.filter((cell) => unsure.includes(cell)).map((cell) => t(`place.${cell}`));
	return (
		<Notice tone="warning">
			{isWhole ? t("unsure.whole") : t("unsure.cells", { places: places.join(", "), n: places.length })}
		</Notice>
	);
}

/** Which model read it and how sure it was. */
export function AiRemarks({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	const result = tci.status > 0 ? tci.tciPicture?.aiResult : null;
	if (!result) return null;
	return (
		<>
			<UnsureNote tci={tci} />
			<p className="number px-1 text-meta text-ink-600">
				{t("unsure.model", {
					version: result.modelVersion,
					percent: Math.round(sureness(tci).mean * 100),
				})}
			</p>
		</>
	);
}
