import { useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useTranslation } from "react-i18next";
import type { Rect } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";

interface Props {
	url: string;
	current: Rect | null;
	isPending: boolean;
	/** Why the last saving failed. */
	error?: string;
	onClose: () => void;
	onSave: (square: Rect) => void;
}

/** The chosen area as a square of whole pixels that lies inside of it, and so inside of the picture. */
export function squareOf(area: Area): Rect {
	const side = Math.max(1, Math.floor(Math.min(area.width, area.height)));
	const within = (start: number, length: number) =>
		Math.max(0, Math.min(Math.round(start), Math.floor(start + length) - side));
	return { left: within(area.x, area.width), top: within(area.y, area.height), width: side, height: side };
}

export default function CropSheet({ url, current, isPending, error, onClose, onSave }: Props) {
	const { t } = useTranslation("tongue");
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	const [area, setArea] = useState<Area | null>(null);
	return (
		<Sheet title={t("cropper.title")} onClose={onClose}>
			<p className="text-meta text-ink-600">{t("cropper.help")}</p>
			<div className="relative mt-3 h-[400px] max-h-[56dvh] overflow-hidden rounded-[16px] bg-green-950">
				<Cropper
					image={url}
					crop={crop}
					zoom={zoom}
					maxZoom={4}
					aspect={1}
					restrictPosition
					disableAutomaticStylesInjection
					mediaProps={{ crossOrigin: "anonymous", alt: "" }}
					initialCroppedAreaPixels={
						current
							? { x: current.left, y: current.top, width: current.width, height: current.height }
							: undefined
					}
					onCropChange={setCrop}
					onZoomChange={setZoom}
					onCropComplete={(_share, pixels) => setArea(pixels)}
				/>
			</div>
			<label className="mt-3 flex items-center gap-3 text-meta text-ink-600">
				{t("cropper.zoom")}
				<input
					type="range"
					min={1}
					max={4}
					step={0.05}
					value={zoom}
					onChange={(event) => setZoom(Number(event.target.value))}
					className="h-6 flex-1 accent-green-700"
				/>
			</label>
			{error ? (
				<div className="mt-3">
					<Notice tone="danger">{error}</Notice>
				</div>
			) : null}
			<div className="mt-4 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("action.cancel", { ns: "common" })}
				</Button>
				<Button
					isPending={isPending}
					isDisabled={area === null}
					onPress={() => area && onSave(squareOf(area))}
				>
					{t("action.save", { ns: "common" })}
				</Button>
			</div>
		</Sheet>
	);
}
