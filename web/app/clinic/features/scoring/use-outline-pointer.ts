import { type PointerEvent, useRef } from "react";
import type { Size } from "~/domain/tongue/frame";
import { cornerAt, type Outline, sideAt, type Vertex } from "./outline-edit";
import type { OutlineState } from "./use-outline";

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

/** A press in pixels of the picture, and how many of them a pixel of the screen is. */
function placeOf(event: PointerEvent, size: Size): [Vertex, number] {
	const box = event.currentTarget.getBoundingClientRect();
	const scale = size.width / (box.width || 1);
	return [[(event.clientX - box.left) * scale, (event.clientY - box.top) * scale], scale];
}

/** What pressing and dragging do with the outline: a press picks the nearest corner, a drag moves it. */
export function useOutlinePointer(state: OutlineState, size: Size) {
	const { outline } = state;
	const grip = useRef<Grip | null>(null);

	const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
		if (event.button !== 0) return;
		const [place, scale] = placeOf(event, size);
		const corner = cornerAt(outline, place, REACH * scale);
		const picked = corner === null ? null : outline[corner];
		if (corner !== null && picked) {
			event.currentTarget.setPointerCapture?.(event.pointerId);
			grip.current = {
				corner,
				offset: [picked[0] - place[0], picked[1] - place[1]],
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
	const onPointerMove = (event: PointerEvent) => {
		const held = grip.current;
		if (!held) return;
		held.isDrag ||= Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) > STILL;
		if (!held.isDrag) return;
		const [place] = placeOf(event, size);
		const to: Vertex = [place[0] + held.offset[0], place[1] + held.offset[1]];
		held.last = state.drag(held.taken, held.corner, to);
	};
	const onPointerUp = () => {
		const held = grip.current;
		grip.current = null;
		if (held?.isDrag) state.drop(held.last);
	};
	return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
