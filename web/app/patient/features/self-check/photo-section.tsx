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

const ZEROS = [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** The photo, with a description of the selected cell. */
export function PhotoSection({ tci, picture, view }: Props) {
	const { t } = useTranslation("selfCheck");
	const [selected, setSelected] = useState<number | null>(null);
	const own = scoresOf(tci, view);
	const pending = isPending(tci);
	// Missing expert scores count as 0.
	const scores = own ?? (view === "expert" && picture.aiResult && !pending ? ZEROS : null);
	return (
		<div>
			<TonguePhoto
				picture={picture}
				scores={scores}
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
			{scores ? (
				<p aria-live="polite" className="mt-2 min-h-6 text-center text-meta text-ink-600 print:hidden">
					{selected === null ? (
						t("photo.cellsHint", { ns: "tongue" })
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
	scores: readonly number[];
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
					word: t(`coating.${(scores[cell] ?? 0) as 0}`, { ns: "tongue" }),
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
