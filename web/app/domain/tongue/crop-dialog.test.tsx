import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tongue.json";
import CropDialog, { squareOf } from "./crop-dialog";

bundleKo("tongue", ko);

it.each([
	[
		{ x: 0, y: 128, width: 768, height: 768 },
		{ left: 0, top: 128, width: 768, height: 768 },
	],
	[
		{ x: 100.5, y: 99.4, width: 667.5, height: 667.5 },
		{ left: 101, top: 99, width: 667, height: 667 },
	],
	[
		{ x: 500.6, y: 0.4, width: 267.4, height: 267.4 },
		{ left: 501, top: 0, width: 267, height: 267 },
	],
	[
		{ x: -0.2, y: 0, width: 0.4, height: 0.4 },
		{ left: 0, top: 0, width: 1, height: 1 },
	],
])("crop_is_kept_in_whole_pixels: %j, %j", (area, square) => {
	expect(squareOf(area)).toEqual(square);
});

// jsdom has no layout: the cropper finds no size, as in a dialog that is not open yet.
it("second_crop_can_return_to_the_whole_photo", async () => {
	const onReset = vi.fn();
	const current = { left: 10, top: 20, width: 300, height: 300 };
	const shared = { url: "/photo.jpg", current, isPending: false, onClose: vi.fn(), onSave: vi.fn() };
	const { container } = render(<CropDialog {...shared} onReset={onReset} />);
	fireEvent.load(container.ownerDocument.querySelector("img") as HTMLImageElement);
	await userEvent.click(screen.getByRole("button", { name: "전체 사진으로 되돌리기", hidden: true }));
	expect(onReset).toHaveBeenCalledOnce();
});
