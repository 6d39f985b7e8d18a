const MAX_SIDE = 1024;
export const MAX_BYTES = 2 * 1024 * 1024;
/** Stepping down by a tenth, each tried until one is small enough. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5] as const;

export type ShrinkError = "notAnImage" | "tooBig";

export class ShrinkFailure extends Error {
	constructor(readonly reason: ShrinkError) {
		super(reason);
	}
}

/** The size at which neither side is longer than allowed; never larger than it is. */
export function sizeWithin(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encodes at falling quality until the limit is met. */
export async function encodeWithin(encode: (quality: number) => Promise<Blob | null>): Promise<Blob> {
	for (const quality of QUALITIES) {
		const blob = await encode(quality);
		if (blob && blob.size <= MAX_BYTES) return blob;
	}
	throw new ShrinkFailure("tooBig");
}

async function decode(file: Blob): Promise<ImageBitmap> {
	try {
		return await createImageBitmap(file, { imageOrientation: "from-image" });
	} catch {
		throw new ShrinkFailure("notAnImage");
	}
}

/** A photo as it is sent: upright, small, a JPEG, without the camera's notes about place and time. */
export async function shrink(file: Blob): Promise<Blob> {
	const bitmap = await decode(file);
	const size = sizeWithin(bitmap.width, bitmap.height);
	const canvas = document.createElement("canvas");
	canvas.width = size.width;
	canvas.height = size.height;
	const context = canvas.getContext("2d");
	if (!context) throw new ShrinkFailure("notAnImage");
	context.fillStyle = "#fff";
	context.fillRect(0, 0, size.width, size.height);
	context.imageSmoothingQuality = "high";
	context.drawImage(bitmap, 0, 0, size.width, size.height);
	bitmap.close();
	return encodeWithin((quality) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality)));
}
