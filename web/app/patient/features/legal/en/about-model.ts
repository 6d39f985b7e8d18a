import {
	allLast,
	formatCoefficient,
	formatMetric,
	formatMetrics,
	hasIntervals,
	lacksMetrics,
	pointsOff,
	pointsOffUnseen,
	toPercent,
	wrongOfTen,
} from "~/patient/features/legal/metrics";
import { hasKnownTests, hasKnownTraining } from "~/patient/features/legal/model";
import type { Block, Section, Table } from "~/patient/features/legal/text";
import type { Model } from "~/shared/api/types";

const PERCENT = { unit: "%", to: " to " };
const POINTS = { unit: " points", to: " to " };
const NOT_RECORDED = ["–", "Not recorded"] as const;

const SOURCES: Readonly<Record<string, string>> = {
	first: "First clinic",
	second: "Second clinic",
	street: "Phones etc.",
	all: "All",
};

const CHANGES: Readonly<Record<string, string>> = {
	darker: "Darker light",
	brighter: "Brighter light",
	warmer: "Warmer light",
	cooler: "Cooler light",
	cropped: "Cropped more closely",
	smaller: "Smaller photo",
	compressed: "Stronger compression",
	all: "All",
};

/** The photos of a version whose data is known. */
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

/** The expected error in one line. */
export function howOftenWrong(model: Model): string {
	const cells = wrongOfTen(model);
	const errorRate =
		cells === null
			? "How often it is wrong was not recorded."
			: `About ${cells} in ten cells may be scored wrong.`;
	const points = pointsOffUnseen(model);
	const unseen =
		points === null
			? ""
			: ` On kinds of photos it had never seen, the score was off by about ${points} points.`;
	return `${errorRate}${unseen} Look at how the score changes over time rather than at a single one.`;
}

/** Results of leaving out one collection of phone photos at a time; see training/EXPERIMENTS.md. */
const UNSEEN_COLLECTIONS =
	"Within the photos taken with phones and the like, we also left out one collection at a time and tested each once in the same way. On the 339 photos of five collections the tongue health score was off by 9 points (8 to 10) on average, kappa was 0.73 (0.70 to 0.75), and one photo was not scored.";

/** Results on sources that were left out of the training. */
function unseenSources(model: Model): Block[] {
	const all = allLast(model.figures.leaveOneSourceOut, ({ source }) => source);
	if (all.length === 0) {
		return ["How well it does on a source it never saw is not recorded for this version yet."];
	}
	const seeds = Math.min(...all.map((each) => each.seeds));
	const steps = Math.max(...all.map((each) => each.steps));
	const times = `${seeds === 1 ? "once" : `${seeds} times`} each${steps > 0 ? ` for ${steps} steps` : ""}`;
	return [
		`First, the results on sources of photos that are new to it. We left out one source at a time, trained networks in the same way as this model, ${times}, and had them read the photos of that source. Expect about this of photos from a new phone or camera.`,
		{
			caption: "Results on sources it was not trained on",
			head: ["Test", ...all.map(({ source }) => SOURCES[source] ?? source)],
			rows: [
				["Photos", ...all.map(({ photos }) => `${photos}`)],
				[
					"Overlap of the outline with the reference",
					...all.map(({ overlap }) => (overlap ? formatMetric(toPercent(overlap), PERCENT) : "–")),
				],
				[
					"Agreement on the cells' scores (kappa)",
					...all.map(({ kappa }) => (kappa ? formatCoefficient(kappa, PERCENT) : "–")),
				],
				[
					"Difference in the tongue health score",
					...all.map(({ indexDifference }) =>
						indexDifference ? formatMetric(indexDifference, POINTS) : "–",
					),
				],
				[
					"Correlation of the tongue health score",
					...all.map(({ indexCorrelation }) =>
						indexCorrelation ? formatCoefficient(indexCorrelation, PERCENT) : "–",
					),
				],
				[
					"Photos that were not scored",
					...all.map(({ refused }) => (refused ? formatMetric(toPercent(refused), PERCENT) : "–")),
				],
			],
		},
		"Kappa says how well the scores agree with the reference: 1 is full agreement, 0 is what chance would give. The correlation is close to 1 where the score rises and falls with the reference.",
		...(hasKnownTraining(model) ? [UNSEEN_COLLECTIONS] : []),
	];
}

function resultsTable({ figures: { outline, readers, withoutTongue } }: Model): Table {
	const photos = `${readers[0]?.photos}`;
	const exactShares = readers.map(({ sameCells }) => toPercent(sameCells));
	const indexErrors = readers.map(({ indexDifference }) => indexDifference);
	return {
		caption: "Results on photos it was not trained on",
		head: ["Test", "Photos", "Result"],
		rows: [
			[
				"Overlap of the outline with the reference",
				...(outline
					? [`${outline.photos}`, `${formatMetric(toPercent(outline.overlap), PERCENT)} on average`]
					: NOT_RECORDED),
			],
			[
				"Cells with the same score as the reference",
				...(readers.length ? [photos, formatMetrics(exactShares, PERCENT)] : NOT_RECORDED),
			],
			[
				"Difference in the tongue health score",
				...(readers.length ? [photos, `${formatMetrics(indexErrors, POINTS)} on average`] : NOT_RECORDED),
			],
			[
				"Photos without a tongue that were not scored",
				...(withoutTongue ? [`${withoutTongue.photos}`, `${withoutTongue.refused}`] : NOT_RECORDED),
			],
		],
	};
}

/** How the score varies between photos of the same tongue. */
function repeatabilityBlocks({ figures: { repeatability } }: Model): Block[] {
	if (repeatability.length === 0) return [];
	return [
		"We changed light, size and the like of the same photos by computer, had them read again, and measured how far the score moved.",
		{
			caption: "How far the score moves when the photo changes",
			head: ["Change", "Photos", "Difference in the score", "No longer scored"],
			rows: allLast(repeatability, ({ change }) => change).map((each) => [
				CHANGES[each.change] ?? each.change,
				`${each.photos}`,
				`${each.shownIndexDifference.toFixed(1)} points on average`,
				`${each.refused}`,
			]),
		},
	];
}

/** The accuracy of the version, its test photos, annotators and training data. */
export function testedSection(model: Model): Section {
	const knowsTraining = hasKnownTraining(model);
	const knowsTests = hasKnownTests(model);
	return {
		id: "tested",
		title: "What it learned from and was tested on",
		body: [
			`The model version in use is ${model.version}. A single neural network finds the tongue, draws its outline and scores the nine cells.`,
			...unseenSources(model),
			knowsTests
				? "About one photo in ten of each source was set aside by a fixed rule before this model was trained. It was never trained on these photos, and nothing was chosen by their results. An earlier experiment, which settled the training method, had trained on them too, but it was measured on other photos and its weights are not used. The results below are for these photos, all sources together. They come from the same cameras, and are of the same kinds, as the photos it learned from, so with other cameras it may be wrong more often."
				: "With phones and lighting other than those of the test photos, it may be wrong more often.",
			resultsTable(model),
			...(lacksMetrics(model)
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
			...repeatabilityBlocks(model),
			...(knowsTraining
				? [
						"1,360 of the photos have reference scores. Two programs looked at each of them and scored it independently. No dentist scored any photo, and there was no clinical trial with patients. Most of the reference outlines were drawn by programs too, so the last few per cent of overlap mean little.",
						"The network's encoder started from EfficientNet-Lite0, which Google trained on ImageNet photos and published under Apache 2.0. The whole network was then trained on the photos below.",
						PHOTOS,
						"A small share of computer-drawn pictures was added for training. We do not republish any of the photos.",
					]
				: [
						"This page does not yet say what photos this version learned from and was tested on, or who gave the reference scores. If you would like to know, ask us using the contact details below. There was no clinical trial with patients.",
					]),
		],
	};
}

/** What no test covers. */
export function untestedSection(model: Model): Section {
	const photos = model.figures.withoutTongue?.photos;
	return {
		id: "untested",
		title: "What was not tested",
		body: [
			hasKnownTraining(model)
				? {
						points: [
							"How much skin colour, age (including children), dentures, and sores or lesions matter",
							"Tongues stained by coffee or sweets, and tongues that are not stuck out fully",
							"How well the scores agree with a dentist's, and whether they help in treatment",
							...(photos === undefined ? [] : [`Photos without a tongue were tested on ${photos} only`]),
						],
					}
				: "Skin colour, age, dentures or sores may make a difference.",
		],
	};
}

/** When it can be wrong. */
export function limitsSection(model: Model): Section {
	const known = hasKnownTraining(model);
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
						? `The confidence is the network's own estimate of how likely the score is to be right. ${calibration} It is not how sure a doctor would be.`
						: `The confidence is an estimate of how likely the score is to be right. ${calibration} It is not how sure a doctor would be.`,
					"On the result, cells with a confidence below 65% are marked “?”. If a photo is unlike those the AI learned from, the result says so: its scores are less certain than their confidence says. It notices another kind of photo, but not every other camera.",
				],
			},
		],
	};
}
