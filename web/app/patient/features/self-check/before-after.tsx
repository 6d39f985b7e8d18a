import { useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { useTranslation } from "react-i18next";
import { countedScores, percentOf } from "~/domain/tci/grade";
import { tongueView } from "~/domain/tongue/frame";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import type { Tci, TciPicture } from "~/shared/api/types";
import { SelectField } from "~/shared/ui/select-field";
import { daysOrTimes, pairOfDaysOrTimes } from "./check-times";

interface Props {
	tci: Tci;
	/** Earlier checks whose photo was read, newest first; at least one. */
	earlier: readonly Tci[];
}

const INITIAL_PERCENT = 50;
const SCROLLABLE = { touchAction: "pan-y" } as const;

/** Two photos of one tongue on top of each other, with a divider that is moved by pointer or keyboard. */
export default function BeforeAfter({ tci, earlier }: Props) {
	const { t } = useTranslation("selfCheck");
	const [chosen, setChosen] = useState(String(earlier[0]?.id));
	const [edge, setEdge] = useState(INITIAL_PERCENT);
	const before = earlier.find((each) => String(each.id) === chosen) ?? earlier[0];
	if (!before?.tciPicture || !tci.tciPicture) return null;
	const names = daysOrTimes(earlier.map((each) => each.shootingAt));
	const [then, now] = pairOfDaysOrTimes(before.shootingAt, tci.shootingAt);
	return (
		<section className="card print:hidden">
			<h2 className="text-header">{t("slider.title")}</h2>
			<div className="mt-3">
				<SelectField
					label={t("slider.with")}
					name="before"
					choices={earlier.map((each, at) => [String(each.id), labelOf(each, names[at] ?? "")] as const)}
					value={chosen}
					onChange={setChosen}
				/>
			</div>
			<Slider
				aria-label={t("slider.label")}
				value={edge}
				onChange={(value) => setEdge(typeof value === "number" ? value : (value[0] ?? INITIAL_PERCENT))}
				className="mx-auto mt-3 block max-w-[420px]"
			>
				<SliderTrack
					// React Aria captures every touch; a vertical swipe over the photo should scroll the page.
					style={SCROLLABLE}
					className="relative block cursor-ew-resize overflow-hidden rounded-card"
				>
					<Photo picture={before.tciPicture} />
					<div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${edge}%)` }}>
						<Photo picture={tci.tciPicture} />
					</div>
					<Caption className="left-2">{then}</Caption>
					<Caption className="right-2">{now}</Caption>
					<SliderThumb
						style={SCROLLABLE}
						className="top-1/2 h-full w-1 bg-white outline-none before:absolute before:top-1/2 before:left-1/2 before:size-12 before:-translate-1/2 before:rounded-full before:bg-white before:shadow-header after:absolute after:top-1/2 after:left-1/2 after:-translate-1/2 after:font-bold after:whitespace-nowrap after:text-green-700 after:content-['◂▸'] focus-visible:before:outline-3 focus-visible:before:outline-outline"
					/>
				</SliderTrack>
			</Slider>
		</section>
	);
}

function labelOf(tci: Tci, day: string): string {
	const scores = countedScores(tci);
	return `${day}${scores ? ` · ${percentOf(scores)}%` : ""}`;
}

function Photo({ picture }: { picture: TciPicture }) {
	return (
		<div aria-hidden="true" className="pointer-events-none">
			<PhotoFrame picture={picture} outline maxHeight="100rem" view={tongueView(picture)} />
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
