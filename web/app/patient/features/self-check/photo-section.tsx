import { useState } from "react";
import { useTranslation } from "react-i18next";
import { confidenceOf } from "~/domain/tci/confidence";
import { isPending, scoresOf, type View } from "~/domain/tci/grade";
import { CellLegend } from "~/domain/tongue/cell-legend";
import { TonguePhoto } from "~/domain/tongue/tongue-photo";
import type { Tci, TciPicture } from "~/shared/api/types";

interface Props {
	tci: Tci;
	picture: TciPicture;
	view: View;
}

/** The photo, with a description of the selected cell. */
export function PhotoSection({ tci, picture, view }: Props) {
	const { t } = useTranslation("selfCheck");
	const [selected, setSelected] = useState<number | null>(null);
	const scores = scoresOf(tci, view);
	const pending = isPending(tci);
	const isUnscored = view === "expert" && !scores && picture.aiResult !== null && !pending;
	return (
		<div>
			<TonguePhoto
				picture={picture}
				scores={scores}
				isUnscored={isUnscored}
				uncertain={view === "ai" ? confidenceOf(tci).uncertain : []}
				outline={view === "ai" && !pending}
				selected={selected}
				onSelect={(cell) => setSelected(cell === selected ? null : cell)}
			>
				{pending ? <ScanAnimation /> : null}
			</TonguePhoto>
			{scores ? (
				<div className="mt-3">
					<CellLegend />
				</div>
			) : null}
			{scores || isUnscored ? (
				<p aria-live="polite" className="mt-2 min-h-6 text-center text-meta text-ink-600 print:hidden">
					{selected === null ? (
						t(isUnscored ? "photo.unscoredHint" : "photo.cellsHint", { ns: "tongue" })
					) : (
						<Detail tci={tci} view={view} cell={selected} scores={scores} />
					)}
				</p>
			) : null}
		</div>
	);
}

function Detail({
	tci,
	view,
	cell,
	scores,
}: {
	tci: Tci;
	view: View;
	cell: number;
	/** Null while nobody scored. */
	scores: readonly number[] | null;
}) {
	const { t } = useTranslation("selfCheck");
	const place = t(`place.${cell as 0}`, { ns: "tongue" });
	const confidence = tci.tciPicture?.aiResult?.confidences[cell];
	const text = confidenceOf(tci).uncertain.includes(cell) ? "result.cellUncertain" : "result.cellConfidence";
	return (
		<>
			<strong className="text-ink-900">
				{t("photo.cellDetail", {
					ns: "tongue",
					place,
					word: t(scores ? `coating.${(scores[cell] ?? 0) as 0}` : "photo.notScored", { ns: "tongue" }),
				})}
			</strong>
			{view === "ai" && confidence !== undefined ? (
				<span className="number ml-2">{t(text, { percent: Math.round(confidence * 100) })}</span>
			) : null}
		</>
	);
}

function ScanAnimation() {
	return (
		<div aria-hidden="true" className="absolute inset-0 grid place-items-center bg-green-950/25">
			<div className="h-0.5 w-3/4 animate-scan rounded-full bg-outline shadow-[0_0_14px_3px_var(--color-outline)]" />
		</div>
	);
}
