/** The longest side of a seal or a signature, in pixels. */
const MAX_SIDE = 800;

/** Converts a picture to a scaled-down PNG in base64; null if it cannot be decoded. */
export async function pngOf(file: Blob): Promise<string | null> {
	let bitmap: ImageBitmap;
	try {
		bitmap = await createImageBitmap(file);
	} catch {
		return null;
	}
	const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(bitmap.width * scale));
	canvas.height = Math.max(1, Math.round(bitmap.height * scale));
	canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
	bitmap.close();
	return base64Of(canvas);
}

/** The content of a canvas as a PNG in base64. */
export function base64Of(canvas: HTMLCanvasElement): string {
	const [, data = ""] = canvas.toDataURL("image/png").split(",");
	return data;
}
