import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import type { TciPicture } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { readOutline } from "./outline-edit";
import { OutlineSurface } from "./outline-surface";
import { type OutlineState, useOutline } from "./use-outline";

interface Props {
	picture: TciPicture;
	/** The corrected outline; null while the AI's is used. */
	value: readonly (readonly number[])[] | null;
	/** Receives the whole outline after each change; null for the AI's outline. */
	onChange: (outline: number[][] | null) => void;
	onDone: () => void;
}

/** Corrects the tongue's outline, corner by corner: by pointer, by touch and by keyboard. */
export default function OutlineEditor({ picture, value, onChange, onDone }: Props) {
	const { t } = useTranslation("clinic");
	const helpId = useId();
	const [isWhole, setWhole] = useState(false);
	const size = { width: picture.width ?? 0, height: picture.height ?? 0 };
	const state = useOutline({ read: readOutline(picture.aiResult?.splition ?? {}), value, onChange, size });
	const shown = { ...picture, coordinates: null, aiResult: isWhole ? null : picture.aiResult };
	return (
		<section aria-label={t("outline.title")} className="flex min-w-0 flex-col gap-3">
			<PhotoFrame
				picture={shown}
				outline={false}
				maxHeight="max(320px, 100dvh - 26rem)"
				inside={() => <OutlineSurface state={state} size={size} describedBy={helpId} />}
			/>
			<p aria-live="polite" className="number min-h-5 text-center text-meta text-ink-600">
				{t("outline.corner", { at: state.selected + 1, of: state.outline.length })} ·{" "}
				{t(state.isCorrected ? "outline.corrected" : "outline.ais")}
			</p>
			{state.isRejected ? (
				<p role="alert" className="text-center text-[14px] text-danger">
					{t("outline.crosses")}
				</p>
			) : null}
			<Tools state={state} isWhole={isWhole} onWhole={() => setWhole(!isWhole)} onDone={onDone} />
			<p id={helpId} className="text-center text-meta text-ink-600">
				{t("outline.help")}
			</p>
		</section>
	);
}

interface ToolsProps {
	state: OutlineState;
	isWhole: boolean;
	onWhole: () => void;
	onDone: () => void;
}

/** Buttons for every action, for use without dragging or keys. */
function Tools({ state, isWhole, onWhole, onDone }: ToolsProps) {
	const { t } = useTranslation("clinic");
	const style = buttonStyle(
		"quiet",
		"min-h-11! aria-pressed:bg-mint-100 disabled:cursor-not-allowed disabled:text-ink-600",
		"tight",
	);
	const tools = [
		["previous", () => state.selectNeighbor(-1), true],
		["next", () => state.selectNeighbor(1), true],
		["add", () => state.add(state.selected), state.canAdd],
		["remove", state.remove, state.canRemove],
		["undo", state.undo, state.canUndo],
		["reset", state.reset, state.isCorrected],
	] as const;
	return (
		<div className="flex flex-wrap justify-center gap-2">
			{tools.map(([name, onClick, can]) => (
				<button key={name} type="button" className={style} disabled={!can} onClick={onClick}>
					{t(`outline.${name}`)}
				</button>
			))}
			<button
				type="button"
				className={style}
				aria-pressed={state.isAlone}
				onClick={() => state.setAlone(!state.isAlone)}
			>
				{t("outline.alone")}
			</button>
			<button type="button" className={style} aria-pressed={isWhole} onClick={onWhole}>
				{t("outline.whole")}
			</button>
			<button type="button" className={buttonStyle("secondary", "min-h-11!", "tight")} onClick={onDone}>
				{t("outline.done")}
			</button>
		</div>
	);
}
