import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TciPicture } from "~/shared/api/types";
import { PageSkeleton } from "~/shared/ui/skeleton";
import { aiResult } from "../../../mocks/db";
import { renderScreen } from "../../../test/render";
import { EarlyPhoto, earlyPhotoScript, forgetEarlyPhoto } from "./early-photo";
import { PhotoFrame } from "./photo-frame";

const URL = "https://photos.example/7.jpg";
const PICTURE = {
	pictureUrl: "pictures/7.jpg",
	width: 600,
	height: 800,
	coordinates: null,
	aiResult: aiResult([0, 1, 2, 0, 1, 2, 0, 1, 2], "2026-11-26T00:00:00Z"),
} as TciPicture;

beforeEach(() => {
	new Function(earlyPhotoScript())();
});

afterEach(() => {
	forgetEarlyPhoto();
	history.replaceState(null, "", "/");
});

/** The photo's place and its frame's shape, as the first script sets them, with the image itself. */
function showEarly(picture: TciPicture) {
	const { container } = render(
		<PageSkeleton>
			<EarlyPhoto />
		</PageSkeleton>,
	);
	const photo = container.querySelector("img");
	if (!photo?.parentElement) throw new Error("the skeleton has no place for a photo");
	globalThis.showEarlyPhoto?.(picture, URL);
	return { photo, frame: photo.parentElement.style, place: photo.style };
}

/** The same of the screen. */
function showOnScreen(picture: TciPicture) {
	const { container } = renderScreen(() => <PhotoFrame picture={picture} outline maxHeight="68dvh" />, "/");
	const place = container.querySelector<HTMLElement>("[style*=left]");
	if (!place?.parentElement) throw new Error("no photo");
	return { frame: place.parentElement.style, place: place.style };
}

const sidesOf = ({ left, top, width, height }: CSSStyleDeclaration) => ({ left, top, width, height });

it.each([
	["a whole picture", {}],
	[
		"a small tongue",
		{ aiResult: { ...PICTURE.aiResult, grid: { left: 500, top: 600, width: 90, height: 120, angle: 0 } } },
	],
	["a crop", { coordinates: { left: 10, top: 20, width: 200, height: 200 } }],
] as const)("skeleton_photo_is_placed_as_on_the_screen: %s", (_, part) => {
	const picture = { ...PICTURE, ...part } as TciPicture;
	const { photo, frame, place } = showEarly(picture);
	const screen = showOnScreen(picture);
	expect(sidesOf(place)).toEqual(sidesOf(screen.place));
	expect(frame.aspectRatio).toBe(screen.frame.aspectRatio);
	expect(frame.maxWidth).toBe(screen.frame.maxWidth);
	// Otherwise the screen would load it again.
	expect([photo.src, photo.crossOrigin, photo.hidden]).toEqual([URL, "anonymous", false]);
});

it("skeleton_hides_a_photo_of_unknown_size", () => {
	expect(showEarly({ ...PICTURE, width: null } as TciPicture).photo.hidden).toBe(true);
});

it("later_skeleton_shows_photo_on_same_path_only", () => {
	const isShown = () => {
		const { container, unmount } = render(<EarlyPhoto />);
		const hidden = container.querySelector("img")?.hidden;
		unmount();
		return hidden === false;
	};
	expect(isShown()).toBe(false);
	globalThis.showEarlyPhoto?.(PICTURE, URL);
	expect(isShown()).toBe(true);
	history.replaceState(null, "", "/self-check/8");
	expect(isShown()).toBe(false);
	history.replaceState(null, "", "/");
	forgetEarlyPhoto();
	expect(isShown()).toBe(false);
});
