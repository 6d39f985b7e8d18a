import { useTranslation } from "react-i18next";
import type { Tci, TciPicture } from "~/lib/api/types";
import { confidenceOf } from "~/lib/tci/confidence";
import { isPending, scoresOf, type View } from "~/lib/tci/grade";
import { Ring } from "~/ui/ring";
import { expertGrid, gridOf, withoutCrop } from "~/ui/tongue/frame";
import { PictureFrame } from "~/ui/tongue/picture-frame";
import { ScoreGrid } from "./score-grid";
import { NOUGHTS, type ScoringValues } from "./scoring-values";

interface Props {
	tci: Tci;
	picture: TciPicture;
	view: View;
	values: ScoringValues;
	/** Left out once the scores are released. */
	onScores?: (scores: number[]) => void;
}

/** The photo on the desk: with the AI's outline and fixed numbers, or cut out and to be scored. */
export function ScoringPhoto({ tci, picture, view, values, onScores }: Props) {
	const { t } = useTranslation("clinic");
	const pending = isPending(tci);
	const read = scoresOf(tci, "ai");
	const shown = view === "ai" ? withoutCrop(picture) : { ...picture, coordinates: values.coordinates };
	return (
		<PictureFrame
			picture={shown}
			outline={view === "ai" && !pending}
			drawn={view === "ai" ? null : values.expertOutline}
			maxHeight="max(320px, 100dvh - 15rem)"
			inside={(size, part) => {
				if (view === "ai") {
					if (!read) return null;
					const { uncertain } = confidenceOf(tci);
					return <ScoreGrid grid={gridOf(shown, part)} size={size} scores={read} uncertain={uncertain} />;
				}
				return (
					<ScoreGrid
						grid={expertGrid(shown) ?? gridOf(shown, part)}
						size={size}
						scores={values.expertScores ?? NOUGHTS}
						onChange={onScores}
					/>
				);
			}}
		>
			{pending ? (
				<p
					role="status"
					className="absolute inset-x-0 top-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-green-950/85 px-4 py-2 text-meta font-bold text-white"
				>
					<Ring /> {t("scoring.reading")}
				</p>
			) : null}
		</PictureFrame>
	);
}
