import { useState } from "react";
import { useTranslation } from "react-i18next";
import { confidenceOf } from "~/domain/tci/confidence";
import { isPending, scoresOf, type View } from "~/domain/tci/grade";
import { CellLegend } from "~/domain/tongue/cell-legend";
import { expertGrid, withoutCrop } from "~/domain/tongue/frame";
import { TonguePhoto } from "~/domain/tongue/tongue-photo";
import type { Tci, TciPicture } from "~/shared/api/types";

const ZERO_SCORES = [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** The photo of an analysis with its outline and scores. */
export function TciPhoto({ tci, view }: { tci: Tci; view: View }) {
	const picture = tci.tciPicture;
	return picture ? <MarkedPhoto tci={tci} picture={picture} view={view} /> : <NoPicture />;
}

function MarkedPhoto({ tci, picture, view }: { tci: Tci; picture: TciPicture; view: View }) {
	const { t } = useTranslation("tongue");
	const [selected, setSelected] = useState<number | null>(null);
	const own = scoresOf(tci, view);
	const drawn = view === "expert" ? picture.expertOutline : null;
	// Missing expert scores count as 0.
	const scores = own ?? (view === "expert" && !isPending(tci) ? ZERO_SCORES : null);
	return (
		<div>
			<TonguePhoto
				picture={view === "ai" ? withoutCrop(picture) : picture}
				grid={view === "expert" ? expertGrid(picture) : undefined}
				scores={scores}
				uncertain={view === "ai" ? confidenceOf(tci).uncertain : []}
				outline={view === "ai" && !isPending(tci)}
				correctedOutline={drawn}
				selected={selected}
				onSelect={(cell) => setSelected(cell === selected ? null : cell)}
			/>
			{scores ? (
				<div className="mt-3">
					<CellLegend />
				</div>
			) : null}
			{scores ? (
				<p aria-live="polite" className="mt-2 min-h-6 text-center text-meta text-ink-600">
					{selected === null ? (
						t("photo.cellsHint")
					) : (
						<strong className="text-ink-900">
							{t("photo.cellDetail", {
								place: t(`place.${selected as 0}`),
								word: t(`coating.${(scores[selected] ?? 0) as 0}`),
							})}
						</strong>
					)}
				</p>
			) : null}
			{drawn ? <p className="text-center text-meta text-ink-600">{t("photo.corrected")}</p> : null}
		</div>
	);
}

function NoPicture() {
	const { t } = useTranslation("tci");
	return (
		<p className="grid aspect-[4/3] place-content-center rounded-card bg-quiet px-6 text-center text-ink-600">
			{t("tci.noPicture")}
		</p>
	);
}
