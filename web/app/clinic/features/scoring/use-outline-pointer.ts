import { type PointerEvent, useRef } from "react";
import type { Size } from "~/domain/tongue/frame";
import { cornerAt, type Outline, sideAt, type Vertex } from "./outline-edit";
import type { OutlineState } from "./use-outline";

/** Hit distance of a corner and of the line, in screen pixels. */
const CORNER_HIT_PX = 22;
const SIDE_HIT_PX = 12;
/** A press that moves farther than this, in screen pixels, is a drag. */
const DRAG_THRESHOLD_PX = 3;

interface DragState {
	corner: number;
	/** Offset from the press to the corner, so that the corner does not jump under the finger. */
	offset: Vertex;
	at: Vertex;
	isDrag: boolean;
	/** The outline when the drag began, and now. */
	startOutline: Outline;
	last: Outline;
}

/** The position of a press in pixels of the picture, and the number of these per screen pixel. */
function placeOf(event: PointerEvent, size: Size): [Vertex, number] {
	const box = event.currentTarget.getBoundingClientRect();
	const scale = size.width / (box.width || 1);
	return [[(event.clientX - box.left) * scale, (event.clientY - box.top) * scale], scale];
}

/** Pointer events of the outline: a press selects the nearest corner, a drag moves it. */
export function useOutlinePointer(state: OutlineState, size: Size) {
	const { outline } = state;
	const grip = useRef<DragState | null>(null);

	const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
		if (event.button !== 0) return;
		const [place, scale] = placeOf(event, size);
		const corner = cornerAt(outline, place, CORNER_HIT_PX * scale);
		const picked = corner === null ? null : outline[corner];
		if (corner !== null && picked) {
			event.currentTarget.setPointerCapture?.(event.pointerId);
			grip.current = {
				corner,
				offset: [picked[0] - place[0], picked[1] - place[1]],
				at: [event.clientX, event.clientY],
				isDrag: false,
				startOutline: outline,
				last: outline,
			};
			return state.select(corner);
		}
		const side = sideAt(outline, place, SIDE_HIT_PX * scale);
		if (side) return state.add(...side);
		// without dragging: select a corner, then press where it belongs
		state.moveTo(place);
	};
	const onPointerMove = (event: PointerEvent) => {
		const drag = grip.current;
		if (!drag) return;
		drag.isDrag ||= Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) > DRAG_THRESHOLD_PX;
		if (!drag.isDrag) return;
		const [place] = placeOf(event, size);
		const to: Vertex = [place[0] + drag.offset[0], place[1] + drag.offset[1]];
		drag.last = state.drag(drag.startOutline, drag.corner, to);
	};
	const onPointerUp = () => {
		const held = grip.current;
		grip.current = null;
		if (held?.isDrag) state.drop(held.last);
	};
	return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
