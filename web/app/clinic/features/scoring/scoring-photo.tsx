import { useTranslation } from "react-i18next";
import { confidenceOf } from "~/domain/tci/confidence";
import { isPending, scoresOf, type View } from "~/domain/tci/grade";
import { expertGrid, type Grid, gridOf, type Size, unionOf, withoutCrop } from "~/domain/tongue/frame";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import { viewOf } from "~/domain/tongue/picture-view";
import type { Tci, TciPicture } from "~/shared/api/types";
import { Spinner } from "~/shared/ui/spinner";
import { FixedGrid, ScoreGrid } from "./score-grid";
import type { ScoringValues } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	tci: Tci;
	picture: TciPicture;
	view: View;
	values: ScoringValues;
	/** Omitted once the scores are released. */
	scoring?: ScoringState;
	/** Whether the cells take the focus on mount. */
	isFirst: boolean;
}

/** The part of the picture to show an expert: the crop or the surroundings of the tongue, extended to all cells. */
function shownOf(picture: TciPicture, values: ScoringValues): { shown: TciPicture; grid: Grid | undefined } {
	const { expertOutline, coordinates } = values;
	const cut = { ...picture, expertOutline, coordinates };
	const grid = expertGrid(cut);
	const { width, height } = picture;
	if (!grid || !width || !height) return { shown: cut, grid };
	const size = { width, height };
	return { shown: { ...cut, coordinates: unionOf(viewOf(cut, size), grid, size) }, grid };
}

/** The photo in the scoring view: with the AI's outline and fixed scores, or cropped and with cells to score. */
export function ScoringPhoto({ tci, picture, view, values, scoring, isFirst }: Props) {
	const { t } = useTranslation("clinic");
	const pending = isPending(tci);
	const { shown, grid } =
		view === "ai" ? { shown: withoutCrop(picture), grid: undefined } : shownOf(picture, values);
	const cells = (size: Size, placed: Grid) => {
		if (view === "ai") {
			const read = scoresOf(tci, "ai");
			const { uncertain } = confidenceOf(tci);
			return read ? <FixedGrid grid={placed} size={size} scores={read} uncertain={uncertain} /> : null;
		}
		if (!scoring) return <FixedGrid grid={placed} size={size} scores={values.expertScores} />;
		return (
			<ScoreGrid
				grid={placed}
				size={size}
				scores={values.expertScores}
				unconfirmed={scoring.unconfirmed}
				isFirst={isFirst}
				onScore={scoring.score}
				onConfirm={(cell) => scoring.confirm([cell])}
			/>
		);
	};
	return (
		<PhotoFrame
			picture={shown}
			outline={view === "ai" && !pending}
			correctedOutline={view === "ai" ? null : values.expertOutline}
			maxHeight="max(320px, 100dvh - 11rem - var(--application-head, 3.25rem))"
			inside={(size, part) => cells(size, grid ?? gridOf(shown, part))}
		>
			{pending ? (
				<p
					role="status"
					className="absolute inset-x-0 top-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-green-950/85 px-4 py-2 text-meta font-bold text-white"
				>
					<Spinner /> {t("scoring.reading")}
				</p>
			) : null}
		</PhotoFrame>
	);
}
