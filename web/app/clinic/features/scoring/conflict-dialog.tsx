import { useState } from "react";
import { useTranslation } from "react-i18next";
import { percentOf } from "~/domain/tci/grade";
import type { Expert, Rect } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { differences, type Field, type Side, sidesOf } from "./scoring-merge";
import { type CellScores, type ScoringValues, valuesOf, wholeScores } from "./scoring-values";
import type { Conflict, ScoringState } from "./use-scoring";

interface Props {
	conflict: Conflict;
	experts: readonly Expert[];
	/** Id of the signed-in staff member, who may have saved in another window. */
	ownId: number | undefined;
	scoring: ScoringState;
}

/**
 * Shown when somebody saved first. Lists the fields that differ, preselects the changed value, or one's own where both
 * changed it, and lets the user choose. One's own work is kept until then.
 */
export function ConflictDialog({ conflict: { current, savedBy }, experts, ownId, scoring }: Props) {
	const { t } = useTranslation("clinic");
	const { values: mine, from } = scoring;
	const theirs = valuesOf(current);
	const rows = differences(mine, theirs);
	const own = differences(from, mine);
	const other = differences(from, theirs);
	const [sides, setSides] = useState(() => sidesOf(from, mine));
	const valueText = useValueText([...experts, current.shootingExpert, current.analysisExpert]);
	const name = savedBy?.name ?? t("conflict.somebody");
	const isOwn = savedBy !== null && savedBy.id === ownId;
	const released = current.status === 2;
	return (
		<Dialog
			title={t(isOwn ? "conflict.ownTitle" : "conflict.title", { name })}
			onClose={scoring.closeConflict}
		>
			<p className="mt-2 text-ink-600">{t(released ? "conflict.released" : "conflict.text")}</p>
			<div className="mt-4 flex max-h-[50dvh] flex-col gap-4 overflow-y-auto">
				{rows.map((row) => (
					<FieldChoice
						key={row}
						label={t(`conflict.field.${row}`)}
						isDisputed={own.includes(row) && other.includes(row)}
						mine={[t("conflict.mine"), valueText(row, mine)]}
						theirs={[isOwn ? t("conflict.theirs") : name, valueText(row, theirs)]}
						side={released ? null : sides[row]}
						onSide={(side) => setSides({ ...sides, [row]: side })}
					/>
				))}
			</div>
			{rows.length === 0 ? <p className="mt-3 text-ink-600">{t("conflict.same")}</p> : null}
			<div className="mt-5 flex flex-col gap-2">
				{released ? null : (
					<Button isPending={scoring.isPending} onPress={() => scoring.merge(sides)}>
						{t("conflict.merge")}
					</Button>
				)}
				<Button tone="secondary" onPress={scoring.takeTheirs}>
					{t("conflict.takeTheirs")}
				</Button>
				<Button tone="quiet" onPress={scoring.closeConflict}>
					{t("conflict.goOn")}
				</Button>
			</div>
		</Dialog>
	);
}

interface ChoiceProps {
	label: string;
	/** Whether both sides changed it. */
	isDisputed: boolean;
	mine: readonly [name: string, value: string];
	theirs: readonly [name: string, value: string];
	/** The side that is used; null where nothing can be chosen any more. */
	side: Side | null;
	onSide: (side: Side) => void;
}

/** Two values of a field side by side, to choose one. */
function FieldChoice({ label, isDisputed, mine, theirs, side, onSide }: ChoiceProps) {
	const { t } = useTranslation("clinic");
	const choices = [
		["mine", ...mine],
		["theirs", ...theirs],
	] as const;
	return (
		<fieldset className="min-w-0">
			<legend className="mb-1 text-meta font-semibold text-ink-600">
				{label}
				{isDisputed ? <span className="ml-1.5 text-warning">{t("conflict.both")}</span> : null}
			</legend>
			<div className="grid grid-cols-2 gap-2">
				{choices.map(([each, name, value]) => (
					<label
						key={each}
						className="relative block min-h-12 min-w-0 cursor-pointer rounded-control border border-line px-3 py-2 text-[14px] has-checked:border-green-700 has-checked:bg-mint-100 has-disabled:cursor-default has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-green-600"
					>
						<input
							type="radio"
							name={label}
							checked={side === each}
							disabled={side === null}
							onChange={() => onSide(each)}
							className="sr-only"
						/>
						<span className="block truncate text-meta text-ink-600">{name}</span>
						<span className="number block break-words whitespace-pre-line">{value}</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}

/** Returns a text for each kind of value. */
function useValueText(known: readonly (Expert | null)[]) {
	const { t } = useTranslation("clinic");
	const nameOf = (id: number | null) => known.find((each) => each?.id === id)?.name ?? t("scoring.nobody");
	const squareOf = (square: Rect | null) =>
		square ? `${square.left}, ${square.top} · ${square.width} px` : t("conflict.whole");
	const gridOf = (scores: CellScores) =>
		[0, 3, 6]
			.map((row) =>
				scores
					.slice(row, row + 3)
					.map((score) => score ?? "–")
					.join(" "),
			)
			.join("\n");
	return (row: Field, values: ScoringValues): string => {
		if (row === "expertScores") {
			const whole = wholeScores(values.expertScores);
			return whole ? `${gridOf(whole)}\n${percentOf(whole)}%` : gridOf(values.expertScores);
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
