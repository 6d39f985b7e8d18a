import type { Model } from "~/lib/api/types";
import { figure, figures, hasIntervals, lacksFigures, percent, pointsOff, wrongOfTen } from "../figures";
import { hasKnownPhotos } from "../model";
import type { Section, Table } from "../text";

const PERCENT = { unit: "%", to: " to " };
const POINTS = { unit: " points", to: " to " };
const NOT_RECORDED = ["–", "Not recorded"] as const;

/** How often scores are wrong, in a line. */
export function howOftenWrong(model: Model): string {
	const cells = wrongOfTen(model);
	const wrong =
		cells === null ? "How often it is wrong was not recorded." : `Of ten cells, about ${cells} may be wrong.`;
	return `${wrong} Look at how the score moves over time rather than at a single one.`;
}

function results({ figures: { outline, readers, withoutTongue } }: Model): Table {
	const photos = `${readers[0]?.photos}`;
	const same = readers.map(({ sameCells }) => percent(sameCells));
	const apart = readers.map(({ indexDifference }) => indexDifference);
	return {
		caption: "Results on photos it had not learned from",
		head: ["Test", "Photos", "Result"],
		rows: [
			[
				"How far the outline covers the reference",
				...(outline
					? [`${outline.photos}`, `${figure(percent(outline.overlap), PERCENT)} on average`]
					: NOT_RECORDED),
			],
			[
				"Cells with the same score as the reference",
				...(readers.length ? [photos, figures(same, PERCENT)] : NOT_RECORDED),
			],
			[
				"Difference of the tongue health score",
				...(readers.length ? [photos, `${figures(apart, POINTS)} on average`] : NOT_RECORDED),
			],
			[
				"Photos without a tongue that were not read",
				...(withoutTongue ? [`${withoutTongue.photos}`, `${withoutTongue.refused}`] : NOT_RECORDED),
			],
		],
	};
}

/** What the version learned from, and how its tests came out. */
export function tested(model: Model): Section {
	const known = hasKnownPhotos(model);
	const using = `The model version in use is ${model.version}.`;
	const began =
		"One of the parts that score began with a published model (EfficientNet-Lite0) that had learned from photos of everyday things.";
	return {
		id: "tested",
		title: "What it learned from and was tested on",
		body: [
			known
				? `${using} It learned from published photos of tongues; one photo in five was kept out of learning, to test on. ${began}`
				: `${using} ${began}`,
			known
				? "The test photos did not serve for testing alone, though: we looked at their results when we set the limits for asking for another photo, chose how cells are read, and had thin strokes such as writing removed. On photos it has never met it may do less well than on these."
				: "What photos this version learned from and was tested on is not written on this page yet. If you want to know, ask us at the contact below.",
			results(model),
			...(lacksFigures(model)
				? [
						"“Not recorded” means that nobody kept how this version did in that test. We do not show another version's result in its place.",
					]
				: []),
			...(hasIntervals(model)
				? [
						"In brackets: the 95% interval. Only so many photos were tested, so it estimates where the value would lie with very many of them. If new photos were gathered and such an interval worked out twenty times, about nineteen of the twenty would hold that value.",
					]
				: []),
			...(model.figures.readers.length > 1
				? ["Where there are two values or more, each is against a different reader of the same photos."]
				: []),
			known
				? "The test photos were taken with the same camera and light as those it learned from: with other phones and lights it may be wrong more often."
				: "With phones and lights other than those of the test photos it may be wrong more often.",
			known
				? "The reference scores of the test were given by two programs that read the photos; six in ten of those it learned from were scored by other such programs. None of these are dentists' scores, and there was no clinical trial with patients."
				: "Who gave the reference scores is not written here yet, either. There was no clinical trial with patients.",
		],
	};
}

/** When it can be wrong. */
export function limits(model: Model): Section {
	const known = hasKnownPhotos(model);
	const off = pointsOff(model);
	const measured =
		off === null
			? "How often it held on the test photos was not recorded for the version in use."
			: `On the test photos it was about ${off} percentage points away, on average, from how often such scores were right.`;
	return {
		id: "limits",
		title: "When it can be wrong",
		body: [
			{
				points: [
					"After coffee, sweets or other food that stains the tongue, the stain may be read as coating.",
					"If the tongue is not stretched out, the back cells are read from the part that shows.",
					known
						? "Thick coating (2) was rare in the photos it learned from, so it is the least certain."
						: "Thick coating (2) is rare, so it may be less certain.",
					known
						? "How much skin colour, age, dentures or sores matter has not been measured yet."
						: "Skin colour, age, dentures or sores may make a difference.",
					`The confidence estimates how likely such a score is to be right, and was fitted on the photos it learned from (by cross-validation). ${measured} It is not how sure a doctor would be.`,
				],
			},
		],
	};
}
