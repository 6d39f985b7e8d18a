import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TciPicture } from "~/shared/api/types";
import { picture } from "../../../mocks/db";
import { renderScreen } from "../../../test/render";
import { failTenant } from "../../../test/serve-tenant";
import { Thumbnail } from "./thumbnail";

const PICTURE = picture([0, 1, 2, 0, 1, 2, 0, 1, 2], "2026-11-20T00:00:00Z");

async function show(shown: TciPicture | null) {
	const { container } = renderScreen(() => <Thumbnail picture={shown} />, "/");
	const image = () => container.querySelector("img");
	if (shown) await vi.waitFor(() => expect(image()).not.toBeNull());
	return { container, image };
}

it("thumbnail_is_filled_by_the_tongue", async () => {
	const grid = { left: 500, top: 600, width: 90, height: 120, angle: 0 };
	const { image } = await show({ ...PICTURE, aiResult: PICTURE.aiResult && { ...PICTURE.aiResult, grid } });
	expect(image()?.getAttribute("src")).toBe(PICTURE.pictureUrl);
	const { width, height } = image()?.style ?? {};
	// The picture is much larger than the frame, in its own proportions.
	expect(Number.parseFloat(width ?? "")).toBeGreaterThan(300);
	expect(Number.parseFloat(height ?? "") / Number.parseFloat(width ?? "")).toBeCloseTo(1024 / 768, 5);
});

it("picture_of_unknown_size_is_shown_whole", async () => {
	const { image } = await show({ ...PICTURE, width: null, height: null });
	expect(image()?.style.width).toBe("100%");
});

it("missing_or_failed_picture_has_a_placeholder", async () => {
	const failed = await show(PICTURE);
	expect(failed.container.querySelector("svg")).toBeNull();
	fireEvent.error(failed.image() as HTMLElement);
	expect(failed.image()).toBeNull();
	expect(failed.container.querySelector("svg")).not.toBeNull();
	const { container, image } = await show(null);
	expect(image()).toBeNull();
	expect(container.querySelector("svg")).not.toBeNull();
});

it("thumbnail_loads_once_the_tenant_is_there", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	const restore = failTenant();
	const { container } = renderScreen(() => <Thumbnail picture={PICTURE} />, "/");
	// Past the query's own retries.
	await vi.advanceTimersByTimeAsync(4_000);
	expect(container.querySelector("img")).toBeNull();
	restore();
	await vi.advanceTimersByTimeAsync(6_000);
	await vi.waitFor(() => expect(container.querySelector("img")).not.toBeNull());
	vi.useRealTimers();
});
