import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Size } from "~/domain/tongue/frame";
import { isSelfIntersecting, type Outline, type Vertex } from "./outline-edit";
import type { OutlineState } from "./use-outline";
import { useOutlinePointer } from "./use-outline-pointer";

interface Props {
	state: OutlineState;
	size: Size;
	/** Id of the element that explains the keys. */
	describedBy: string;
}

/** Pixels of the picture that an arrow key moves, without and with Shift. */
const STEPS = [1, 10] as const;
const ARROWS: Record<string, Vertex> = {
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
};

const KEY_ACTIONS: Record<string, (state: OutlineState) => void> = {
	PageDown: (state) => state.selectNeighbor(1),
	PageUp: (state) => state.selectNeighbor(-1),
	Insert: (state) => state.add(state.selected),
	"+": (state) => state.add(state.selected),
	Delete: (state) => state.remove(),
	Backspace: (state) => state.remove(),
};

/** The action of a key; undefined for other keys. */
function actionOf(event: KeyboardEvent, state: OutlineState): (() => void) | undefined {
	if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "z" ? state.undo : undefined;
	if (event.altKey) return undefined;
	const arrow = ARROWS[event.key];
	const step = STEPS[event.shiftKey ? 1 : 0];
	if (arrow) return () => state.moveBy([arrow[0] * step, arrow[1] * step]);
	const action = KEY_ACTIONS[event.key];
	return action && (() => action(state));
}

/** The outline over the photo, as one tab stop. A press selects the nearest corner, a drag moves it. */
export function OutlineSurface({ state, size, describedBy }: Props) {
	const { outline, selected } = state;
	const { t } = useTranslation("clinic");
	const pointer = useOutlinePointer(state, size);
	const onKey = (event: KeyboardEvent) => {
		const action = actionOf(event, state);
		if (!action) return;
		event.preventDefault();
		action();
	};
	return (
		<div role="application" aria-label={t("outline.title")} className="absolute inset-0">
			<Drawing outline={outline} selected={selected} size={size} />
			<button
				type="button"
				aria-label={t("outline.surface", { at: selected + 1, of: outline.length })}
				aria-describedby={describedBy}
				onKeyDown={onKey}
				{...pointer}
				className="absolute inset-0 size-full cursor-crosshair touch-none rounded-card focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-outline"
			/>
		</div>
	);
}

function Drawing({ outline, selected, size }: { outline: Outline; selected: number; size: Size }) {
	const line = `M${outline.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
	const chosen = outline[selected];
	return (
		<svg
			viewBox={`0 0 ${size.width} ${size.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			data-part="outline-editor"
			className="pointer-events-none absolute inset-0 size-full"
		>
			<g fill="none" strokeLinejoin="round" strokeLinecap="round">
				<path
					d={line}
					stroke={isSelfIntersecting(outline) ? "var(--color-danger)" : "var(--color-outline)"}
					strokeWidth="2"
					vectorEffect="non-scaling-stroke"
				/>
				{/* strokes without length draw dots of the same size at any scale */}
				<Dots corners={outline} stroke="#0f1c18" width={9} />
				<Dots corners={outline} stroke="#fff" width={6} />
				{chosen ? <Dots corners={[chosen]} stroke="#0f1c18" width={19} /> : null}
				{chosen ? <Dots corners={[chosen]} stroke="var(--color-outline)" width={15} /> : null}
			</g>
		</svg>
	);
}

function Dots({ corners, stroke, width }: { corners: Outline; stroke: string; width: number }) {
	return (
		<path
			d={corners.map(([x, y]) => `M${x} ${y}h0`).join("")}
			stroke={stroke}
			strokeWidth={width}
			vectorEffect="non-scaling-stroke"
		/>
	);
}
