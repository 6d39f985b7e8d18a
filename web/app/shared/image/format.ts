/** Image formats that are recognized by their first bytes. */
export type Format = "jpeg" | "png" | "webp" | "heic" | "avif" | "gif" | "bmp";

/** Enough of a file for its format and, behind EXIF data, its size. */
export const HEAD_BYTES = 256 * 1024;

const ascii = (head: Uint8Array, from: number, to: number) =>
	String.fromCharCode(...head.subarray(from, to)).toLowerCase();

/** The format of an image, independent of its name; null if unknown. */
export function formatOf(head: Uint8Array): Format | null {
	if (head[0] === 0xff && head[1] === 0xd8) return "jpeg";
	if (ascii(head, 1, 4) === "png" && head[0] === 0x89) return "png";
	if (ascii(head, 0, 4) === "riff" && ascii(head, 8, 12) === "webp") return "webp";
	if (ascii(head, 0, 4) === "gif8") return "gif";
	if (ascii(head, 0, 2) === "bm" && head.length > 26) return "bmp";
	if (ascii(head, 4, 8) !== "ftyp") return null;
	const brand = ascii(head, 8, 12);
	if (brand.startsWith("avi")) return "avif";
	return /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(brand) ? "heic" : null;
}

/** The number of pixels of a JPEG or PNG by its header; null if it cannot be found. */
export function pixelsOf(head: Uint8Array): number | null {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	const format = formatOf(head);
	if (format === "png" && head.length >= 24) return view.getUint32(16) * view.getUint32(20);
	return format === "jpeg" ? jpegPixels(view) : null;
}

/** Walks the segments of a JPEG to the one with the size. */
function jpegPixels(view: DataView): number | null {
	let at = 2;
	while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
		const marker = view.getUint8(at + 1);
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
		at += 2 + view.getUint16(at + 2);
	}
	return null;
}
