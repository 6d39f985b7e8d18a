import { type Grid, gridOf, type Line, outlinePath } from "~/domain/tongue/frame";
import { viewOf } from "~/domain/tongue/picture-view";
import type { Rect, TciPicture } from "~/shared/api/types";
import { isCanvasReadable } from "~/shared/image/compress";

/** The photo on the card, and what is drawn on it. */
export interface CardPhoto {
	/** The picture with the crop to show, if any. */
	picture: TciPicture;
	scores: readonly number[];
	/** The grid of the cells; the AI's by default. */
	grid?: Grid | undefined;
	/** The tongue's outline; null for none. */
	line: Line | null;
}

/** The texts on the card. */
export interface CardTexts {
	brand: string;
	label: string;
	percent: number;
	index: string;
	level: string;
	sentence: string;
	details: string;
	disclaimer: string;
}

/** The colors of a level: background and text of its badge. */
export type CardTint = readonly [ground: string, ink: string];

const SIZE = { width: 1080, height: 1470 };
const MARGIN = 60;
const PHOTO = { left: MARGIN, top: 132, width: 960, height: 820 };
const FONT = '"Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", sans-serif';
const INK = "#17211e";
const MUTED_INK = "#52605b";

/** The result as a picture to save or share; null if the browser blocks reading from a canvas. */
export async function drawShareCard(
	url: string,
	photo: CardPhoto,
	texts: CardTexts,
	tint: CardTint,
): Promise<Blob | null> {
	const image = new Image();
	image.crossOrigin = "anonymous";
	image.src = url;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = SIZE.width;
	canvas.height = SIZE.height;
	const context = canvas.getContext("2d");
	if (!context || !isCanvasReadable()) return null;
	context.fillStyle = "#fbfcfb";
	context.fillRect(0, 0, SIZE.width, SIZE.height);
	drawPhoto(context, image, photo);
	drawTexts(context, texts, tint);
	return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function drawPhoto(
	context: CanvasRenderingContext2D,
	image: HTMLImageElement,
	{ picture, scores, grid = picture.aiResult?.grid, line }: CardPhoto,
): void {
	const size = { width: picture.width ?? image.naturalWidth, height: picture.height ?? image.naturalHeight };
	const view = viewOf(picture, size);
	const scale = Math.max(PHOTO.width / view.width, PHOTO.height / view.height);
	context.save();
	context.beginPath();
	context.roundRect(PHOTO.left, PHOTO.top, PHOTO.width, PHOTO.height, 36);
	context.clip();
	context.translate(PHOTO.left + PHOTO.width / 2, PHOTO.top + PHOTO.height / 2);
	// A tall photo is centered on the tongue.
	const center = centerOf(grid, view, PHOTO.height / scale);
	context.scale(scale, scale);
	context.translate(-center.x, -center.y);
	context.drawImage(image, 0, 0, size.width, size.height);
	const path = line && new Path2D(outlinePath(line));
	if (path) {
		context.lineWidth = 5 / scale;
		context.strokeStyle = "#7cf0c4";
		context.stroke(path);
	}
	drawGrid(context, grid ?? gridOf(picture, view), scores, { scale, path });
	context.restore();
}

function centerOf(grid: Grid | undefined, view: Rect, shown: number): { x: number; y: number } {
	const middle = grid ? grid.top + grid.height / 2 : view.top + view.height / 2;
	const room = Math.max(0, view.height - shown) / 2;
	const y = view.top + view.height / 2;
	return { x: view.left + view.width / 2, y: Math.min(y + room, Math.max(y - room, middle)) };
}

function drawGrid(
	context: CanvasRenderingContext2D,
	grid: Grid,
	scores: readonly number[],
	{ scale, path }: { scale: number; path: Path2D | null },
): void {
	const { width, height } = grid;
	const angle = (grid.angle * Math.PI) / 180;
	context.save();
	// Clips the lines to the tongue, but not the digits.
	if (path) context.clip(path);
	rotateTo(context, grid, angle);
	context.setLineDash([9 / scale, 9 / scale]);
	context.lineWidth = 3 / scale;
	context.strokeStyle = "rgb(255 255 255 / 0.75)";
	context.beginPath();
	for (const part of [-1 / 6, 1 / 6]) {
		context.moveTo(part * width, -height / 2);
		context.lineTo(part * width, height / 2);
		context.moveTo(-width / 2, part * height);
		context.lineTo(width / 2, part * height);
	}
	context.stroke();
	context.restore();
	rotateTo(context, grid, angle);
	context.font = `800 ${44 / scale}px ${FONT}`;
	context.textAlign = "center";
	context.textBaseline = "middle";
	context.lineJoin = "round";
	for (const [cell, score] of scores.entries()) {
		context.save();
		context.translate(((cell % 3) - 1) * (width / 3), (Math.floor(cell / 3) - 1) * (height / 3));
		context.rotate(-angle);
		context.lineWidth = 9 / scale;
		context.strokeStyle = "rgb(15 28 24 / 0.82)";
		context.strokeText(String(score), 0, 0);
		context.fillStyle = "#fff";
		context.fillText(String(score), 0, 0);
		context.restore();
	}
}

/** Moves the origin to the center of the grid and rotates by its angle. */
function rotateTo(
	context: CanvasRenderingContext2D,
	{ left, top, width, height }: Grid,
	angle: number,
): void {
	context.translate(left + width / 2, top + height / 2);
	context.rotate(angle);
}

function drawTexts(context: CanvasRenderingContext2D, texts: CardTexts, [ground, ink]: CardTint): void {
	const write = (text: string, y: number, style: string, color: string) => {
		context.font = `${style} ${FONT}`;
		context.fillStyle = color;
		// A long name of a clinic is condensed.
		context.fillText(text, MARGIN, y, SIZE.width - 2 * MARGIN);
		return context.measureText(text).width;
	};
	context.textAlign = "left";
	context.textBaseline = "alphabetic";
	write(texts.brand, 88, "800 44px", "#12463a");
	write(texts.label, 1028, "600 34px", MUTED_INK);
	const width = write(`${texts.percent}%`, 1148, "800 124px", INK);
	context.font = `700 36px ${FONT}`;
	const pill = { left: MARGIN + width + 32, top: 1076, width: context.measureText(texts.level).width + 52 };
	context.beginPath();
	context.roundRect(pill.left, pill.top, pill.width, 64, 32);
	context.fillStyle = ground;
	context.fill();
	context.fillStyle = ink;
	context.fillText(texts.level, pill.left + 26, pill.top + 45);
	write(texts.index, 1202, "500 30px", MUTED_INK);
	for (const [at, line] of wrapText(context, texts.sentence, "600 36px").slice(0, 2).entries()) {
		write(line, 1272 + at * 50, "600 36px", INK);
	}
	write(texts.details, 1384, "500 28px", MUTED_INK);
	write(texts.disclaimer, 1426, "500 26px", MUTED_INK);
}

/** Wraps a text at spaces into lines that fit. */
function wrapText(context: CanvasRenderingContext2D, text: string, style: string): string[] {
	context.font = `${style} ${FONT}`;
	const lines: string[] = [];
	for (const word of text.split(" ")) {
		const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
		if (lines.length > 0 && context.measureText(longer).width <= SIZE.width - 2 * MARGIN)
			lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}
