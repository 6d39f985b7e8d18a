import { useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { squareView } from "~/domain/tongue/frame";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import type { TciPicture } from "~/shared/api/types";

interface Side {
	picture: TciPicture;
	caption: string;
}

interface Props {
	/** Accessible name of the divider. */
	label: string;
	/** The photo on the left. */
	before: Side;
	/** The photo on the right. */
	after: Side;
}

const INITIAL_PERCENT = 50;
const SCROLLABLE = { touchAction: "pan-y" } as const;
const PERCENT_FORMAT = { style: "unit", unit: "percent" } as const;

/**
 * Two photos of one tongue on top of each other, with a divider that is moved by pointer or keyboard. Both are shown as
 * a square around the tongue, because the photos may differ in size and shape.
 */
export default function PhotoSlider({ label, before, after }: Props) {
	const [edge, setEdge] = useState(INITIAL_PERCENT);
	return (
		<Slider
			aria-label={label}
			formatOptions={PERCENT_FORMAT}
			value={edge}
			onChange={(value) => setEdge(typeof value === "number" ? value : (value[0] ?? INITIAL_PERCENT))}
			className="mx-auto mt-3 block max-w-[420px] print:hidden"
		>
			<SliderTrack
				// React Aria captures every touch; a vertical swipe over the photo should scroll the page.
				style={SCROLLABLE}
				className="relative block cursor-ew-resize overflow-hidden rounded-card"
			>
				<Photo picture={before.picture} />
				<div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${edge}%)` }}>
					<Photo picture={after.picture} />
				</div>
				<Caption className="left-2">{before.caption}</Caption>
				<Caption className="right-2">{after.caption}</Caption>
				<SliderThumb
					style={SCROLLABLE}
					className="top-1/2 h-full w-1 bg-white outline-none before:absolute before:top-1/2 before:left-1/2 before:size-12 before:-translate-1/2 before:rounded-full before:bg-white before:shadow-header after:absolute after:top-1/2 after:left-1/2 after:-translate-1/2 after:font-bold after:whitespace-nowrap after:text-green-700 after:content-['◂▸'] focus-visible:before:outline-3 focus-visible:before:outline-outline"
				/>
			</SliderTrack>
		</Slider>
	);
}

function Photo({ picture }: { picture: TciPicture }) {
	return (
		<div aria-hidden="true" className="pointer-events-none">
			<PhotoFrame
				picture={picture}
				outline
				correctedOutline={picture.expertOutline}
				maxHeight="100rem"
				view={squareView(picture)}
				isRetryable={false}
			/>
		</div>
	);
}

function Caption({ className, children }: { className: string; children: string }) {
	return (
		<span
			className={`number pointer-events-none absolute top-2 rounded-full bg-green-950/75 px-2.5 py-1 text-[13px] leading-none font-bold text-white ${className}`}
		>
			{children}
		</span>
	);
}
