import { decode, PhotoError } from "./decode";

const MAX_SIDE = 1024;
export const MAX_BYTES = 2 * 1024 * 1024;
/** Tried in order until the file is small enough. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5] as const;
/** Tolerance of a color that is read back from a canvas, per channel. */
const MAX_COLOR_ERROR = 40;

/** The size scaled down to MAX_SIDE; never scaled up. */
export function sizeWithin(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encodes at decreasing quality until the file is below the limit. */
export async function encodeWithin(encode: (quality: number) => Promise<Blob | null>): Promise<Blob> {
	for (const quality of QUALITIES) {
		const blob = await encode(quality);
		if (!blob) throw new PhotoError("canvasBlocked");
		if (blob.size <= MAX_BYTES) return blob;
	}
	throw new PhotoError("tooBig");
}

/** Whether a canvas can be read back. Browsers that guard against fingerprinting return blank or random pixels. */
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
		return [red - 0xc8, green - 0x32, blue - 0x14].every((error) => Math.abs(error) <= MAX_COLOR_ERROR);
	} catch {
		return false;
	}
}

/** Converts a photo for the upload: an upright, scaled-down JPEG without EXIF data such as location and time. */
export async function compressPhoto(file: Blob): Promise<Blob> {
	const photo = await decode(file);
	try {
		const size = sizeWithin(photo.width, photo.height);
		const canvas = document.createElement("canvas");
		canvas.width = size.width;
		canvas.height = size.height;
		const context = canvas.getContext("2d");
		if (!context || !isCanvasReadable()) throw new PhotoError("canvasBlocked");
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
