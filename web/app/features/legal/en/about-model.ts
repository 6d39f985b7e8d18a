import type { Model } from "~/lib/api/types";
import { figure, figures, hasIntervals, lacksFigures, percent, pointsOff, wrongOfTen } from "../figures";
import { hasKnownPhotos } from "../model";
import type { Section, Table } from "../text";

const PERCENT = { unit: "%", to: " to " };
const POINTS = { unit: " points", to: " to " };
const NOT_RECORDED = ["–", "Not recorded"] as const;

/** The photos behind a version whose data is known. */
const PHOTOS: Table = {
	caption: "Photos used for training and testing",
	head: ["Photos", "Number", "Source and terms of use"],
	rows: [
		[
			"Tongues, first clinic instrument",
			"741",
			"Public repository, MIT licence. Patients' consent is not documented there.",
		],
		[
			"Tongues, second clinic instrument",
			"2,000",
			"TonguExpert database, Chinese population. The copy we used states no terms of use.",
		],
		[
			"Tongues, taken with phones and the like",
			"400",
			"Public repositories. Rights are unclear and consent is not documented.",
		],
		["Closed mouths, no tongue showing", "200", "One clinic camera. No licence is stated."],
		["Objects, animals and people", "26", "Included in open-source software packages."],
	],
};

/** The expected error rate in one line. */
export function howOftenWrong(model: Model): string {
	const cells = wrongOfTen(model);
	const errorRate =
		cells === null
			? "How often it is wrong was not recorded."
			: `About ${cells} in ten cells may be scored wrong.`;
	return `${errorRate} Look at how the score changes over time rather than at a single one.`;
}

function results({ figures: { outline, readers, withoutTongue } }: Model): Table {
	const photos = `${readers[0]?.photos}`;
	const exactShares = readers.map(({ sameCells }) => percent(sameCells));
	const indexErrors = readers.map(({ indexDifference }) => indexDifference);
	return {
		caption: "Results on photos it was not trained on",
		head: ["Test", "Photos", "Result"],
		rows: [
			[
				"Overlap of the outline with the reference",
				...(outline
					? [`${outline.photos}`, `${figure(percent(outline.overlap), PERCENT)} on average`]
					: NOT_RECORDED),
			],
			[
				"Cells with the same score as the reference",
				...(readers.length ? [photos, figures(exactShares, PERCENT)] : NOT_RECORDED),
			],
			[
				"Difference in the tongue health score",
				...(readers.length ? [photos, `${figures(indexErrors, POINTS)} on average`] : NOT_RECORDED),
			],
			[
				"Photos without a tongue that were not scored",
				...(withoutTongue ? [`${withoutTongue.photos}`, `${withoutTongue.refused}`] : NOT_RECORDED),
			],
		],
	};
}

/** What the version learned from, and its test results. */
export function tested(model: Model): Section {
	const known = hasKnownPhotos(model);
	const network = `The model version in use is ${model.version}. A single neural network finds the tongue, draws its outline and scores the nine cells.`;
	return {
		id: "tested",
		title: "What it learned from and was tested on",
		body: [
			...(known
				? [
						`${network} Its encoder started from EfficientNet-Lite0, which Google trained on ImageNet photos and published under Apache 2.0. The whole network was then trained on the photos below.`,
						PHOTOS,
						"A small share of computer-drawn pictures was added for training. We do not republish any of the photos.",
						"1,360 of the photos have reference scores. Two programs looked at each of them and scored it independently. No dentist scored any photo, and there was no clinical trial with patients. Most of the reference outlines were drawn by programs too, so the last few per cent of overlap mean little.",
						"About one photo in ten of each source was set aside by a fixed rule before this model was trained. It was never trained on these photos, and nothing was chosen by their results. An earlier experiment, which settled the training method, had trained on them too, but it was measured on other photos and its weights are not used. The results below are for these photos, all sources together.",
					]
				: [
						network,
						"This page does not yet say what photos this version learned from and was tested on. If you would like to know, ask us using the contact details below.",
					]),
			results(model),
			...(lacksFigures(model)
				? [
						"“Not recorded” means that this version's result in that test was not kept. We do not show another version's result in its place.",
					]
				: []),
			...(hasIntervals(model)
				? [
						"The 95% confidence interval is in brackets. The number of test photos is limited, so it estimates the value we would see with a very large number of them. If we gathered new photos and worked out the interval twenty times, about nineteen of the twenty would contain that value.",
					]
				: []),
			...(model.figures.readers.length > 1
				? [
						"Where two or more values are shown, each photo has several reference scores, and each value compares the AI with one of them.",
					]
				: []),
			...(known
				? [
						"The test photos come from the same cameras, and are of the same kinds, as the photos it learned from. With other cameras it may be wrong more often. How well it does on a source it never saw is not recorded for this version yet.",
					]
				: [
						"With phones and lighting other than those of the test photos, it may be wrong more often.",
						"This page does not yet say who gave the reference scores, either. There was no clinical trial with patients.",
					]),
		],
	};
}

/** When it can be wrong. */
export function limits(model: Model): Section {
	const known = hasKnownPhotos(model);
	const calibrationPoints = pointsOff(model);
	const calibration =
		calibrationPoints === null
			? "How often it was right on the test photos was not recorded for the version in use."
			: `On the test photos it differed by about ${calibrationPoints} percentage points, on average, from how often the scores matched the reference.`;
	return {
		id: "limits",
		title: "When it can be wrong",
		body: [
			{
				points: [
					"After coffee, sweets or other food that stains the tongue, the stain may be read as coating.",
					"If you do not stick your tongue out fully, the back cells are scored from the part that shows.",
					known
						? "Thick coating (2) makes up only about 7% of the scored cells (about 12% in phone photos), so it is still the least certain."
						: "Thick coating (2) is rare, so it may be less certain.",
					known
						? "How much skin colour, age (including children), dentures, sores or lesions, and stained tongues matter has not been measured yet."
						: "Skin colour, age, dentures or sores may make a difference.",
					known
						? `The confidence is the network's own estimate of how likely the score is to be right. ${calibration} It is not how sure a doctor would be.`
						: `The confidence is an estimate of how likely the score is to be right. ${calibration} It is not how sure a doctor would be.`,
				],
			},
		],
	};
}
