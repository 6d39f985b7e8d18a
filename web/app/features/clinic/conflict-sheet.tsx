import { useTranslation } from "react-i18next";
import type { Expert, Rect, Tci } from "~/lib/api/types";
import { percentOf } from "~/lib/tci/grade";
import { Button } from "~/ui/button";
import { Sheet } from "~/ui/sheet";
import { type Difference, differences, type ScoringValues, valuesOf } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	current: Tci;
	experts: readonly Expert[];
	scoring: ScoringState;
}

/** Somebody else saved first: what differs, side by side; one's own is kept until one says otherwise. */
export function ConflictSheet({ current, experts, scoring }: Props) {
	const { t } = useTranslation("clinic");
	const theirs = valuesOf(current);
	const released = current.status === 2;
	const words = useWords(experts, current);
	const rows = differences(scoring.values, theirs);
	return (
		<Sheet title={t("conflict.title")} onClose={scoring.closeConflict}>
			<p className="mt-2 text-ink-600">{t(released ? "conflict.released" : "conflict.text")}</p>
			<table className="mt-4 w-full border-collapse text-left text-[14px]">
				<thead>
					<tr className="border-b border-line text-meta text-ink-600">
						<th className="py-1.5 pr-2 font-semibold">{t("conflict.what")}</th>
						<th className="py-1.5 pr-2 font-semibold">{t("conflict.mine")}</th>
						<th className="py-1.5 font-semibold">{t("conflict.theirs")}</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={row} className="border-b border-line align-top">
							<th className="py-2 pr-2 font-semibold">{t(`conflict.field.${row}`)}</th>
							<td className="number py-2 pr-2 whitespace-pre-line">{words(row, scoring.values)}</td>
							<td className="number py-2 whitespace-pre-line">{words(row, theirs)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{rows.length === 0 ? <p className="mt-3 text-ink-600">{t("conflict.same")}</p> : null}
			<div className="mt-5 flex flex-col gap-2">
				{released ? null : (
					<Button isPending={scoring.isPending} onPress={scoring.keepMine}>
						{t("conflict.keepMine")}
					</Button>
				)}
				<Button tone="secondary" onPress={scoring.takeTheirs}>
					{t("conflict.takeTheirs")}
				</Button>
				<Button tone="quiet" onPress={scoring.closeConflict}>
					{t("conflict.goOn")}
				</Button>
			</div>
		</Sheet>
	);
}

/** Each kind of value in words. */
function useWords(experts: readonly Expert[], current: Tci) {
	const { t } = useTranslation("clinic");
	const known = [...experts, current.shootingExpert, current.analysisExpert];
	const nameOf = (id: number | null) => known.find((each) => each?.id === id)?.name ?? t("scoring.nobody");
	const squareOf = (square: Rect | null) =>
		square ? `${square.left}, ${square.top} · ${square.width} px` : t("conflict.whole");
	const gridOf = (scores: readonly number[]) =>
		[0, 3, 6].map((row) => scores.slice(row, row + 3).join(" ")).join("\n");
	return (row: Difference, values: ScoringValues): string => {
		if (row === "expertScores") {
			const scores = values.expertScores;
			return scores ? `${gridOf(scores)}\n${percentOf(scores)}%` : "-";
		}
		if (row === "expertOutline") {
			const outline = values.expertOutline;
			return outline ? t("outline.words", { n: outline.length }) : t("outline.ais");
		}
		if (row === "coordinates") return squareOf(values.coordinates);
		if (row === "comment") return values.comment || "-";
		return nameOf(values[row]);
	};
}
