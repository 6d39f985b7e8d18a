import { type Format, formatOf, HEAD_BYTES, pixelsOf } from "./format";

/** Why a photo cannot be sent. The texts are under `file` in `tongue.json`. */
export type PhotoErrorReason =
	| "empty"
	| "unreadable"
	| "notAnImage"
	| "broken"
	| "heic"
	| "otherFormat"
	| "tooManyPixels"
	| "canvasBlocked"
	| "tooBig";

export class PhotoError extends Error {
	constructor(
		readonly reason: PhotoErrorReason,
		/** The format, if it is the reason. */
		readonly format: Format | null = null,
	) {
		super(reason);
	}
}

/** An upright image that can be drawn. */
export interface Drawable {
	image: CanvasImageSource;
	width: number;
	height: number;
	close: () => void;
}

/** A larger bitmap would take hundreds of megabytes; an image element is decoded at a smaller scale. */
const MAX_BITMAP_PIXELS = 40_000_000;

/**
 * Opens a photo with its EXIF orientation applied. Falls back to an image element, because not every browser supports
 * "from-image" or `createImageBitmap`.
 */
export async function decode(file: Blob): Promise<Drawable> {
	const head = await readHead(file);
	const pixels = pixelsOf(head) ?? 0;
	if (pixels <= MAX_BITMAP_PIXELS) {
		try {
			const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
			return { image: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
		} catch {
			// Falls back to the image element.
		}
	}
	try {
		return await loadElement(file);
	} catch {
		throw errorOf(formatOf(head), pixels);
	}
}

async function readHead(file: Blob): Promise<Uint8Array> {
	if (file.size === 0) throw new PhotoError("empty");
	try {
		return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
	} catch {
		// The file is in an unreachable cloud, was moved, or may no longer be read.
		throw new PhotoError("unreadable");
	}
}

async function loadElement(file: Blob): Promise<Drawable> {
	const url = URL.createObjectURL(file);
	const close = () => URL.revokeObjectURL(url);
	const image = new Image();
	image.src = url;
	try {
		await image.decode();
		if (image.naturalWidth === 0) throw new PhotoError("broken");
	} catch (error) {
		close();
		throw error;
	}
	return { image, width: image.naturalWidth, height: image.naturalHeight, close };
}

function errorOf(format: Format | null, pixels: number): PhotoError {
	if (format === null) return new PhotoError("notAnImage");
	if (format === "heic") return new PhotoError("heic");
	if (format === "avif" || format === "gif" || format === "bmp") return new PhotoError("otherFormat", format);
	return new PhotoError(pixels > MAX_BITMAP_PIXELS ? "tooManyPixels" : "broken");
}
