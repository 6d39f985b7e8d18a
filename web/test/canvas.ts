import { vi } from "vitest";

/** Stubs the canvas and image decoder, which jsdom lacks: each photo is 2000 x 1000 and is encoded to five bytes. */
export function stubCanvas(): void {
	globalThis.createImageBitmap = async () => ({ width: 2000, height: 1000, close() {} }) as ImageBitmap;
	HTMLCanvasElement.prototype.getContext = (() => ({
		fillRect() {},
		drawImage() {},
		getImageData: () => ({ data: [0xc8, 0x32, 0x14, 255] }),
	})) as never;
	HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["small"], { type: "image/jpeg" }));
}

/** A canvas on which the card of a result can be drawn. Returns the texts that are written on it, from now on. */
export function stubCardCanvas(): string[] {
	stubCanvas();
	const written: string[] = [];
	const own: Record<string, unknown> = {
		fillText: (text: string) => written.push(text),
		measureText: (text: string) => ({ width: text.length * 20 }),
		getImageData: () => ({ data: [0xc8, 0x32, 0x14, 255] }),
	};
	const context = new Proxy(own, { get: (target, name) => target[String(name)] ?? (() => undefined) });
	HTMLCanvasElement.prototype.getContext = (() => context) as never;
	HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["card"], { type: "image/png" }));
	vi.stubGlobal("Path2D", class {});
	vi.stubGlobal(
		"Image",
		class {
			naturalWidth = 768;
			naturalHeight = 1024;
			decode = async () => undefined;
		},
	);
	return written;
}
