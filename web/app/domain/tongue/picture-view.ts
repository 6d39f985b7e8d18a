import type { Rect, TciPicture } from "~/shared/api/types";
import type { Size } from "./frame";

/** How closely a small tongue is shown. */
export const FRAMING = {
	/** A tongue narrower than this share of the picture's width is zoomed in. */
	small: 0.5,
	/** Space around it, as a share of its longer side. */
	margin: 0.42,
};

/**
 * The part of the picture to show: the crop, the surroundings of a small tongue, or the whole picture. `early-photo.ts`
 * copies the function's source into the page's first script, so it uses nothing else of this module.
 */
export function viewOf(picture: TciPicture, size: Size, framing = FRAMING): Rect {
	if (picture.coordinates) return picture.coordinates;
	const whole = { left: 0, top: 0, width: size.width, height: size.height };
	const grid = picture.aiResult?.grid;
	if (!grid || grid.width >= size.width * framing.small) return whole;
	const wanted = Math.max(grid.width, grid.height) * (1 + 2 * framing.margin);
	const side = Math.min(size.width, size.height, wanted);
	const start = (center: number, length: number) => Math.max(0, Math.min(center - side / 2, length - side));
	return {
		left: start(grid.left + grid.width / 2, size.width),
		top: start(grid.top + grid.height / 2, size.height),
		width: side,
		height: side,
	};
}
