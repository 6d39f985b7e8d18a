/** The longest side of a seal or a signature, in pixels. */
const MAX_SIDE = 800;

/** A picture as a PNG in base64, scaled down so that it can be sent; null where it is none. */
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

/** What a canvas shows, as a PNG in base64. */
export function base64Of(canvas: HTMLCanvasElement): string {
	const [, data = ""] = canvas.toDataURL("image/png").split(",");
	return data;
}
