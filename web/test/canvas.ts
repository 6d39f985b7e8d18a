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
