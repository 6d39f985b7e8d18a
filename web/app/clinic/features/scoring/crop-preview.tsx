import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rect } from "~/shared/api/types";

const PREVIEW_SIZE_PX = 200;

/** Renders the crop as a 200 px PNG data URL. Rejects if the picture cannot be loaded. */
async function pngOf(url: string, square: Rect): Promise<string> {
	const image = new Image();
	image.crossOrigin = "anonymous";
	image.src = url;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = PREVIEW_SIZE_PX;
	canvas.height = PREVIEW_SIZE_PX;
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	context.imageSmoothingQuality = "high";
	context.drawImage(
		image,
		square.left,
		square.top,
		square.width,
		square.height,
		0,
		0,
		PREVIEW_SIZE_PX,
		PREVIEW_SIZE_PX,
	);
	return canvas.toDataURL("image/png");
}

/** Preview of the crop as it will be stored. */
export function CropPreview({ url, square }: { url: string; square: Rect }) {
	const { t } = useTranslation("clinic");
	const [png, setPng] = useState<string | null>(null);
	const { left, top, width, height } = square;
	useEffect(() => {
		let gone = false;
		pngOf(url, { left, top, width, height })
			.then((drawn) => {
				if (!gone) setPng(drawn);
			})
			.catch(() => setPng(null));
		return () => {
			gone = true;
		};
	}, [url, left, top, width, height]);
	return (
		<figure className="flex items-center gap-3">
			<div className="size-16 shrink-0 overflow-hidden rounded-[12px] border border-line bg-quiet">
				{png ? (
					<img
						src={png}
						alt={t("crop.alt")}
						width={PREVIEW_SIZE_PX}
						height={PREVIEW_SIZE_PX}
						className="size-full"
					/>
				) : null}
			</div>
			<figcaption className="text-meta text-ink-600">{t("crop.preview")}</figcaption>
		</figure>
	);
}
