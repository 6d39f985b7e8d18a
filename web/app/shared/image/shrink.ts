import { decode, ShrinkFailure } from "./decode";

const MAX_SIDE = 1024;
export const MAX_BYTES = 2 * 1024 * 1024;
/** Stepping down by a tenth, each tried until one is small enough. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5] as const;
/** A colour that a canvas gives back may differ by this much from the one that was drawn. */
const MAX_COLOUR_ERROR = 40;

/** The size at which neither side is longer than allowed; never larger than it is. */
export function sizeWithin(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encodes at falling quality until the limit is met. */
export async function encodeWithin(encode: (quality: number) => Promise<Blob | null>): Promise<Blob> {
	for (const quality of QUALITIES) {
		const blob = await encode(quality);
		if (!blob) throw new ShrinkFailure("canvasBlocked");
		if (blob.size <= MAX_BYTES) return blob;
	}
	throw new ShrinkFailure("tooBig");
}

/** Whether a canvas gives back what was drawn: browsers that guard against fingerprinting hand out blank or random pixels. */
export function isCanvasReadable(): boolean {
	try {
		const canvas = document.createElement("canvas");
		canvas.width = 2;
		canvas.height = 1;
		const context = canvas.getContext("2d");
		if (!context) return false;
		context.fillStyle = "#c83214";
		context.fillRect(0, 0, 2, 1);
		const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 2, 1).data;
		return [red - 0xc8, green - 0x32, blue - 0x14].every((error) => Math.abs(error) <= MAX_COLOUR_ERROR);
	} catch {
		return false;
	}
}

/** A photo as it is sent: upright, small, a JPEG, without the camera's notes about place and time. */
export async function shrink(file: Blob): Promise<Blob> {
	const photo = await decode(file);
	try {
		const size = sizeWithin(photo.width, photo.height);
		const canvas = document.createElement("canvas");
		canvas.width = size.width;
		canvas.height = size.height;
		const context = canvas.getContext("2d");
		if (!context || !isCanvasReadable()) throw new ShrinkFailure("canvasBlocked");
		context.fillStyle = "#fff";
		context.fillRect(0, 0, size.width, size.height);
		context.imageSmoothingQuality = "high";
		context.drawImage(photo.image, 0, 0, size.width, size.height);
		return await encodeWithin(
			(quality) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality)),
		);
	} finally {
		photo.close();
	}
}
