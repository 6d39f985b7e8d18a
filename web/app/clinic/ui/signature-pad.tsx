import { type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { base64Of } from "~/shared/image/png";
import { Button } from "~/shared/ui/button";
import { useUnsavedInput } from "~/shared/ui/unsaved-input";

const SIZE = { width: 720, height: 260 };
const PEN = 4;

/** Draws strokes on a canvas. Passes the picture after each one, and null when it is cleared. */
function useSignature(onSigned: (png: string | null) => void) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const isDrawing = useRef(false);
	const [isSigned, setSigned] = useState(false);
	useUnsavedInput(isSigned);
	const at = ({ clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
		const box = canvas.current?.getBoundingClientRect();
		if (!box) return { x: 0, y: 0 };
		return {
			x: ((clientX - box.left) / box.width) * SIZE.width,
			y: ((clientY - box.top) / box.height) * SIZE.height,
		};
	};
	const begin = (event: PointerEvent<HTMLCanvasElement>) => {
		const pen = canvas.current?.getContext("2d");
		if (!pen) return;
		event.currentTarget.setPointerCapture?.(event.pointerId);
		isDrawing.current = true;
		const { x, y } = at(event);
		pen.lineWidth = PEN;
		pen.lineCap = "round";
		pen.lineJoin = "round";
		pen.strokeStyle = "#17211e";
		pen.beginPath();
		pen.moveTo(x, y);
	};
	const move = (event: PointerEvent<HTMLCanvasElement>) => {
		const pen = canvas.current?.getContext("2d");
		if (!isDrawing.current || !pen) return;
		const { x, y } = at(event);
		pen.lineTo(x, y);
		pen.stroke();
	};
	const end = () => {
		if (!isDrawing.current || !canvas.current) return;
		isDrawing.current = false;
		setSigned(true);
		onSigned(base64Of(canvas.current));
	};
	const clear = () => {
		canvas.current?.getContext("2d")?.clearRect(0, 0, SIZE.width, SIZE.height);
		setSigned(false);
		onSigned(null);
	};
	return { canvas, begin, move, end, clear };
}

/** Canvas to sign with a finger or a pen. Passes the signature as a PNG after each stroke, and null when it is cleared. */
export function SignaturePad({ onSigned }: { onSigned: (png: string | null) => void }) {
	const { t } = useTranslation("clinic");
	const { canvas, begin, move, end, clear } = useSignature(onSigned);
	return (
		<div className="flex flex-col gap-2">
			<canvas
				ref={canvas}
				{...SIZE}
				role="img"
				aria-label={t("healthConsent.pad")}
				className="w-full touch-none rounded-control border border-field bg-white"
				onPointerDown={begin}
				onPointerMove={move}
				onPointerUp={end}
				onPointerCancel={end}
			/>
			<Button tone="quiet" className="self-end" onPress={clear}>
				{t("healthConsent.clear")}
			</Button>
		</div>
	);
}
