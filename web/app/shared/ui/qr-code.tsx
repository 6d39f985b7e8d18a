import { encode } from "uqr";

const QUIET_ZONE = 2;

/** A URL as a QR code, drawn as one path so that it prints sharply at any size. */
export default function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
	const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
			className="mx-auto w-full max-w-[240px] rounded-[16px] border border-line bg-white"
		>
			<path d={path} fill="#0b2a22" />
		</svg>
	);
}
