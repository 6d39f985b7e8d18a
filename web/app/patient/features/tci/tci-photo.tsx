import { useState } from "react";
import { useTranslation } from "react-i18next";
import { confidenceOf } from "~/domain/tci/confidence";
import { isPending, scoresOf, type View } from "~/domain/tci/grade";
import { CellLegend } from "~/domain/tongue/cell-legend";
import { expertGrid, withoutCrop } from "~/domain/tongue/frame";
import { TonguePhoto } from "~/domain/tongue/tongue-photo";
import type { Tci, TciPicture } from "~/shared/api/types";

/** The photo of an analysis with its outline and scores. */
export function TciPhoto({ tci, view }: { tci: Tci; view: View }) {
	const picture = tci.tciPicture;
	return picture ? <MarkedPhoto tci={tci} picture={picture} view={view} /> : <NoPicture />;
}

function MarkedPhoto({ tci, picture, view }: { tci: Tci; picture: TciPicture; view: View }) {
	const { t } = useTranslation("tongue");
	const [selected, setSelected] = useState<number | null>(null);
	const scores = scoresOf(tci, view);
	const isUnscored = view === "expert" && !scores && !isPending(tci);
	const drawn = view === "expert" ? picture.expertOutline : null;
	return (
		<div>
			<TonguePhoto
				picture={view === "ai" ? withoutCrop(picture) : picture}
				grid={view === "expert" ? expertGrid(picture) : undefined}
				scores={scores}
				isUnscored={isUnscored}
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
			{scores || isUnscored ? <CellText cell={selected} scores={scores} /> : null}
			{drawn ? <p className="text-center text-meta text-ink-600">{t("photo.corrected")}</p> : null}
		</div>
	);
}

/** Describes the selected cell. `scores`: null while nobody scored. */
function CellText({ cell, scores }: { cell: number | null; scores: readonly number[] | null }) {
	const { t } = useTranslation("tongue");
	return (
		<p aria-live="polite" className="mt-2 min-h-6 text-center text-meta text-ink-600">
			{cell === null ? (
				t(scores ? "photo.cellsHint" : "photo.unscoredHint")
			) : (
				<strong className="text-ink-900">
					{t("photo.cellDetail", {
						place: t(`place.${cell as 0}`),
						word: t(scores ? `coating.${(scores[cell] ?? 0) as 0}` : "photo.notScored"),
					})}
				</strong>
			)}
		</p>
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
