import { describe, expect, it } from "vitest";
import { encodeWithin, MAX_BYTES, ShrinkFailure, shrink, sizeWithin } from "./shrink";

const blob = (size: number) => ({ size }) as Blob;

describe("sizeWithin", () => {
	it.each([
		[4032, 3024, 1024, 768],
		[3024, 4032, 768, 1024],
		[1024, 1024, 1024, 1024],
		[640, 480, 640, 480],
		[30_000, 10, 1024, 1],
	])("%i x %i becomes %i x %i", (width, height, toWidth, toHeight) => {
		expect(sizeWithin(width, height)).toEqual({ width: toWidth, height: toHeight });
	});
});

describe("encodeWithin", () => {
	it("starts at 0.8 and stops at the first that fits", async () => {
		const tried: number[] = [];
		const sizes: Record<number, number> = { 0.8: MAX_BYTES + 1, 0.7: MAX_BYTES };
		await encodeWithin(async (quality) => {
			tried.push(quality);
			return blob(sizes[quality] ?? 0);
		});
		expect(tried).toEqual([0.8, 0.7]);
	});

	it("gives up after 0.5", async () => {
		const tried: number[] = [];
		const result = encodeWithin(async (quality) => {
			tried.push(quality);
			return blob(MAX_BYTES + 1);
		});
		await expect(result).rejects.toEqual(new ShrinkFailure("tooBig"));
		expect(tried).toEqual([0.8, 0.7, 0.6, 0.5]);
	});
});

it("says that a file is not an image", async () => {
	globalThis.createImageBitmap = () => Promise.reject(new Error("undecodable"));
	await expect(shrink(new Blob(["text"]))).rejects.toEqual(new ShrinkFailure("notAnImage"));
});
