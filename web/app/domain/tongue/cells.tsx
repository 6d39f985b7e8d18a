import { useTranslation } from "react-i18next";

export const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Narrows a score to 0, 1 or 2; anything else counts as 0. */
export const scoreOf = (score: number | undefined): 0 | 1 | 2 => (score === 1 || score === 2 ? score : 0);

/** Accessible name of each cell. */
export function useCellLabel(scores: readonly number[], uncertain: readonly number[]) {
	const { t } = useTranslation("tongue");
	return (cell: (typeof CELLS)[number]) => {
		const score = scoreOf(scores[cell]);
		const label = { place: t(`place.${cell}`), score, word: t(`coating.${score}`) };
		return t(uncertain.includes(cell) ? "photo.uncertainCell" : "photo.cell", label);
	};
}

interface DigitProps {
	score: number | undefined;
	/** Rotation of the grid in degrees, which the digit compensates to stay upright. */
	angle: number;
	isUncertain: boolean;
	/** Whether nobody scored the cell yet, so that its 0 is no score. */
	isUnscored?: boolean;
}

/** A cell's score over the photo, with a question mark where it is uncertain. */
export function CellDigit({ score, angle, isUncertain, isUnscored }: DigitProps) {
	return (
		<span
			aria-hidden="true"
			className={`photo-digit relative ${isUnscored ? "opacity-50" : ""}`}
			style={{ rotate: `${-angle}deg` }}
		>
			{scoreOf(score)}
			{isUncertain ? <span className="photo-mark">?</span> : null}
		</span>
	);
}
