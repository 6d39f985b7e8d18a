import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubCanvas } from "../../../test/canvas";
import { compressPhoto, encodeWithin, isCanvasReadable, MAX_BYTES, sizeWithin } from "./compress";
import { PhotoError } from "./decode";

const blob = (size: number) => ({ size }) as Blob;
const photo = (...bytes: (number | string)[]) =>
	new Blob([
		...bytes.map((each) => (typeof each === "string" ? each : new Uint8Array([each]))),
		"x".repeat(40),
	]);

/** The first bytes of a JPEG with this size. */
function jpeg(width: number, height: number): Blob {
	const side = (length: number) => [length >> 8, length & 255];
	return new Blob([
		new Uint8Array([
			0xff,
			0xd8,
			0xff,
			0xe0,
			0,
			4,
			0,
			0,
			0xff,
			0xc0,
			0,
			11,
			8,
			...side(height),
			...side(width),
			1,
		]),
	]);
}

/** Stubs the image element, which does nothing in jsdom. */
function stubElement(size: { width: number; height: number } | null): void {
	vi.stubGlobal(
		"Image",
		class {
			src = "";
			naturalWidth = size?.width ?? 0;
			naturalHeight = size?.height ?? 0;
			decode = () => (size ? Promise.resolve() : Promise.reject(new Error("undecodable")));
		},
	);
	URL.createObjectURL = () => "blob:photo";
	URL.revokeObjectURL = () => undefined;
}

const undecodable = () => {
	globalThis.createImageBitmap = () => Promise.reject(new Error("undecodable"));
	stubElement(null);
};

beforeEach(stubCanvas);
afterEach(() => vi.unstubAllGlobals());

describe("sizeWithin", () => {
	it.each([
		[4032, 3024, 1024, 768],
		[3024, 4032, 768, 1024],
		[1024, 1024, 1024, 1024],
		[640, 480, 640, 480],
		[30_000, 10, 1024, 1],
	])("size_%i_x_%i_becomes_%i_x_%i", (width, height, toWidth, toHeight) => {
		expect(sizeWithin(width, height)).toEqual({ width: toWidth, height: toHeight });
	});
});

describe("encodeWithin", () => {
	it("encoding_stops_at_first_quality_that_fits", async () => {
		const tried: number[] = [];
		const sizes: Record<number, number> = { 0.8: MAX_BYTES + 1, 0.7: MAX_BYTES };
		await encodeWithin(async (quality) => {
			tried.push(quality);
			return blob(sizes[quality] ?? 0);
		});
		expect(tried).toEqual([0.8, 0.7]);
	});

	it("encoding_gives_up_below_quality_0_5", async () => {
		const tried: number[] = [];
		const result = encodeWithin(async (quality) => {
			tried.push(quality);
			return blob(MAX_BYTES + 1);
		});
		await expect(result).rejects.toMatchObject({ reason: "tooBig" });
		expect(tried).toEqual([0.8, 0.7, 0.6, 0.5]);
	});
});

describe("a photo that opens", () => {
	it("photo_is_decoded_with_its_orientation", async () => {
		const decoder = vi.fn(async () => ({ width: 9, height: 9, close() {} }) as ImageBitmap);
		globalThis.createImageBitmap = decoder as never;
		await compressPhoto(jpeg(9, 9));
		expect(decoder).toHaveBeenCalledWith(expect.anything(), { imageOrientation: "from-image" });
	});

	it("photo_opens_as_element_without_from_image", async () => {
		globalThis.createImageBitmap = () => Promise.reject(new TypeError("from-image is no valid value"));
		stubElement({ width: 3000, height: 4000 });
		expect((await compressPhoto(jpeg(3000, 4000))).type).toBe("image/jpeg");
	});

	it("photo_opens_as_element_without_image_bitmap", async () => {
		vi.stubGlobal("createImageBitmap", undefined);
		stubElement({ width: 3000, height: 4000 });
		expect((await compressPhoto(jpeg(3000, 4000))).type).toBe("image/jpeg");
	});

	it("huge_photo_is_never_a_bitmap", async () => {
		const decoder = vi.fn();
		globalThis.createImageBitmap = decoder;
		stubElement({ width: 12_000, height: 9000 });
		await compressPhoto(jpeg(12_000, 9000));
		expect(decoder).not.toHaveBeenCalled();
	});
});

describe("a photo that does not open says why", () => {
	it.each([
		["empty", new Blob([]), null],
		["notAnImage", photo("%PDF-1.7"), null],
		["heic", photo(0, 0, 0, 24, "ftypheic"), null],
		["otherFormat", photo(0, 0, 0, 24, "ftypavif"), "avif"],
		["otherFormat", photo("GIF89a"), "gif"],
		["otherFormat", photo("BM"), "bmp"],
		["broken", jpeg(3000, 4000), null],
		["broken", photo(0x89, "PNG", "\0".repeat(20)), null],
		["broken", photo("RIFF0000WEBP"), null],
		["tooManyPixels", jpeg(12_000, 9000), null],
	])("unopened_photo_says_why: %s", async (reason, file, format) => {
		undecodable();
		await expect(compressPhoto(file)).rejects.toMatchObject({ reason, format });
	});

	it("unreadable_photo_says_so", async () => {
		const lost = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone")) }) };
		await expect(compressPhoto(lost as never)).rejects.toEqual(new PhotoError("unreadable"));
	});
});

describe("a canvas that keeps its pixels to itself", () => {
	const returning = (pixels: number[]) => {
		HTMLCanvasElement.prototype.getContext = (() => ({
			fillRect() {},
			drawImage() {},
			getImageData: () => ({ data: pixels }),
		})) as never;
	};

	it.each([[[255, 255, 255, 255]], [[0, 0, 0, 0]], [[17, 203, 98, 255]]])(
		"blocked_canvas_is_detected: %j",
		async (pixels) => {
			returning(pixels);
			expect(isCanvasReadable()).toBe(false);
			await expect(compressPhoto(jpeg(9, 9))).rejects.toMatchObject({ reason: "canvasBlocked" });
		},
	);

	it("slightly_wrong_pixels_do_not_block_a_canvas", () => {
		returning([0xc6, 0x33, 0x12, 255]);
		expect(isCanvasReadable()).toBe(true);
	});

	it("canvas_that_cannot_encode_is_blocked", async () => {
		HTMLCanvasElement.prototype.toBlob = (done) => done(null);
		await expect(compressPhoto(jpeg(9, 9))).rejects.toMatchObject({ reason: "canvasBlocked" });
	});
});
