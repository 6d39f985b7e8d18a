import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Size } from "~/domain/tongue/frame";
import { cornerAt, crosses, type Outline, sideAt, type Vertex } from "./outline-edit";
import type { OutlineState } from "./use-outline";

interface Props {
	state: OutlineState;
	size: Size;
	/** The id of what explains the keys. */
	describedBy: string;
}

/** How near a press must be to a corner, and to the line, in pixels of the screen. */
const REACH = 22;
const LINE_REACH = 12;
/** Further than this a press has become a drag. */
const STILL = 3;

interface Grip {
	corner: number;
	/** From the press to the corner, so that it does not jump under the finger. */
	offset: Vertex;
	at: Vertex;
	isDrag: boolean;
	/** The line as it was taken, and as it is. */
	taken: Outline;
	last: Outline;
}

/** One step of an arrow key in pixels of the picture, and with Shift. */
const STEPS = [1, 10] as const;
const ARROWS: Record<string, Vertex> = {
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
};

const KEY_ACTIONS: Record<string, (state: OutlineState) => void> = {
	PageDown: (state) => state.selectBeside(1),
	PageUp: (state) => state.selectBeside(-1),
	Insert: (state) => state.add(state.selected),
	"+": (state) => state.add(state.selected),
	Delete: (state) => state.remove(),
	Backspace: (state) => state.remove(),
};

/** What a key does; nothing for keys that are not ours. */
function actionOf(event: KeyboardEvent, state: OutlineState): (() => void) | undefined {
	if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "z" ? state.undo : undefined;
	if (event.altKey) return undefined;
	const arrow = ARROWS[event.key];
	const step = STEPS[event.shiftKey ? 1 : 0];
	if (arrow) return () => state.moveBy([arrow[0] * step, arrow[1] * step]);
	const action = KEY_ACTIONS[event.key];
	return action && (() => action(state));
}

/** The outline over the photo. One stop of the Tab key holds it all; a press picks the nearest corner, a drag moves it. */
export function OutlineSurface({ state, size, describedBy }: Props) {
	const { outline, selected } = state;
	const { t } = useTranslation("clinic");
	const grip = useRef<Grip | null>(null);
	const line = `M${outline.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
	const chosen = outline[selected];

	/** A press in pixels of the picture, and how many of them a pixel of the screen is. */
	const placeOf = (event: PointerEvent): [Vertex, number] => {
		const box = event.currentTarget.getBoundingClientRect();
		const scale = size.width / (box.width || 1);
		return [[(event.clientX - box.left) * scale, (event.clientY - box.top) * scale], scale];
	};
	const onDown = (event: PointerEvent<HTMLButtonElement>) => {
		if (event.button !== 0) return;
		const [place, scale] = placeOf(event);
		const corner = cornerAt(outline, place, REACH * scale);
		const picked = corner === null ? null : outline[corner];
		if (corner !== null && picked) {
			event.currentTarget.setPointerCapture?.(event.pointerId);
			const offset: Vertex = [picked[0] - place[0], picked[1] - place[1]];
			grip.current = {
				corner,
				offset,
				at: [event.clientX, event.clientY],
				isDrag: false,
				taken: outline,
				last: outline,
			};
			return state.select(corner);
		}
		const side = sideAt(outline, place, LINE_REACH * scale);
		if (side) return state.add(...side);
		// without dragging: pick a corner, then press where it belongs
		state.moveTo(place);
	};
	const onMove = (event: PointerEvent) => {
		const held = grip.current;
		if (!held) return;
		held.isDrag ||= Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) > STILL;
		if (!held.isDrag) return;
		const [place] = placeOf(event);
		const to: Vertex = [place[0] + held.offset[0], place[1] + held.offset[1]];
		held.last = state.drag(held.taken, held.corner, to);
	};
	const onUp = () => {
		const held = grip.current;
		grip.current = null;
		if (held?.isDrag) state.drop(held.last);
	};
	const onKey = (event: KeyboardEvent) => {
		const action = actionOf(event, state);
		if (!action) return;
		event.preventDefault();
		action();
	};
	return (
		<div role="application" aria-label={t("outline.title")} className="absolute inset-0">
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
						stroke={crosses(outline) ? "var(--color-danger)" : "var(--color-outline)"}
						strokeWidth="2"
						vectorEffect="non-scaling-stroke"
					/>
					{/* strokes of no length are dots of the same size at any scale */}
					<Dots corners={outline} stroke="#0f1c18" width={9} />
					<Dots corners={outline} stroke="#fff" width={6} />
					{chosen ? <Dots corners={[chosen]} stroke="#0f1c18" width={19} /> : null}
					{chosen ? <Dots corners={[chosen]} stroke="var(--color-outline)" width={15} /> : null}
				</g>
			</svg>
			<button
				type="button"
				aria-label={t("outline.surface", { at: selected + 1, of: outline.length })}
				aria-describedby={describedBy}
				onKeyDown={onKey}
				onPointerDown={onDown}
				onPointerMove={onMove}
				onPointerUp={onUp}
				onPointerCancel={onUp}
				className="absolute inset-0 size-full cursor-crosshair touch-none rounded-card focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-outline"
			/>
		</div>
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
