import { useEffect, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useTranslation } from "react-i18next";
import type { Rect } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

interface Props {
	url: string;
	current: Rect | null;
	isPending: boolean;
	/** Why the last save failed. */
	error?: string;
	onClose: () => void;
	onSave: (square: Rect) => void;
	/** Resets to the whole photo; passed if a part of it was chosen. */
	onReset?: () => void;
}

/** The chosen area as a square of whole pixels inside it, and so inside the picture. */
export function squareOf(area: Area): Rect {
	const side = Math.max(1, Math.floor(Math.min(area.width, area.height)));
	const within = (start: number, length: number) =>
		Math.max(0, Math.min(Math.round(start), Math.floor(start + length) - side));
	return { left: within(area.x, area.width), top: within(area.y, area.height), width: side, height: side };
}

export default function CropDialog({ url, current, isPending, error, onClose, onSave, onReset }: Props) {
	const { t } = useTranslation("tongue");
	const [area, setArea] = useState<Area | null>(null);
	return (
		<Dialog title={t("cropper.title")} onClose={onClose}>
			<p className="text-meta text-ink-600">{t("cropper.help")}</p>
			<CropArea url={url} current={current} onChange={setArea} />
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
				{onReset && current ? (
					<Button tone="quiet" className="col-span-2" isPending={isPending} onPress={onReset}>
						{t("cropper.whole")}
					</Button>
				) : null}
			</div>
		</Dialog>
	);
}

interface CropAreaProps {
	url: string;
	current: Rect | null;
	onChange: (area: Area) => void;
}

/** The photo under a square frame, with a zoom slider. */
function CropArea({ url, current, onChange }: CropAreaProps) {
	const { t } = useTranslation("tongue");
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	// The cropper measures its size on mount, but a dialog has none before it is open.
	const [isOpen, setOpen] = useState(false);
	useEffect(() => setOpen(true), []);
	return (
		<>
			<div className="relative mt-3 h-[400px] max-h-[56dvh] overflow-hidden rounded-[16px] bg-green-950">
				{isOpen ? (
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
						// Without a size the cropper divides by zero and repeatedly reports NaN.
						onCropChange={(next) => Number.isFinite(next.x + next.y) && setCrop(next)}
						onZoomChange={(next) => Number.isFinite(next) && setZoom(next)}
						onCropComplete={(_share, pixels) => onChange(pixels)}
					/>
				) : null}
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
		</>
	);
}
