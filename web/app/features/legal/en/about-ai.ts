import { figure, figures, HAS_INTERVALS, WRONG_OF_TEN } from "../figures";
import { MODEL } from "../model-figures";
import type { LegalText } from "../text";

export default {
	title: "How the AI score is made",
	summary: [
		"AI divides one photo of your tongue into nine cells, reads the coating and turns it into a score.",
		"It looks at the photo alone, not at your name, age, gender or medical history.",
		"The score is information about oral hygiene. It neither finds nor diagnoses disease.",
		`Of ten cells, about ${WRONG_OF_TEN} may be wrong. Look at how the score moves over time rather than at a single one.`,
	],
	sections: [
		{
			id: "steps",
			title: "From photo to score",
			body: [
				{
					steps: [
						"It finds the tongue in the photo and draws its outline.",
						"If the photo is too dark or bright, blurred or cut off, or the tongue too small, it gives no score and asks for another photo.",
						"It divides the tongue into nine cells, three by three.",
						"It reads the coating of each cell as 0, 1 or 2, and says how sure it is (the confidence).",
						"The nine scores are added and divided by 18: that is your tongue health score in per cent. Lower is cleaner.",
					],
				},
				{
					caption: "The score of a cell",
					head: ["Score", "Meaning"],
					rows: [
						["0", "No coating"],
						["1", "Thin coating"],
						["2", "Thick coating"],
					],
				},
				{
					caption: "The levels",
					head: ["Score", "Level", "What to do"],
					rows: [
						["Under 30%", "Good", "Go on brushing it gently once a day"],
						["30% to under 60%", "Caution", "Try a tongue cleaner, from back to front"],
						["60% and above", "Alert", "Clean it well; if it stays, ask a dentist"],
					],
				},
				"The method is known as the Tongue Coating Index: Shimizu et al., J Oral Rehabil 2007;34:442-447.",
			],
		},
		{
			id: "looks-at",
			title: "What the AI looks at, and what not",
			body: [
				{
					caption: "What goes into the score",
					head: ["Data", "Used"],
					rows: [
						["Colours and texture in the photo, the tongue's outline", "Yes"],
						["Name, age, gender, contact details", "No"],
						["Earlier scores, medical history, insurance", "No"],
						["Where the photo was taken", "Removed before it is sent"],
					],
				},
			],
		},
		{
			id: "tested",
			title: "What it learned from and was tested on",
			body: [
				`The model in use is ${MODEL.name}. It learned from published photos of tongues; one photo in five was kept out of learning and used for testing only. One of the parts that score began with a published model (EfficientNet-Lite0) that had learned from photos of everyday things.`,
				{
					caption: "Results on photos it had not learned from",
					head: ["Test", "Photos", "Result"],
					rows: [
						[
							"How far the outline covers the reference",
							`${MODEL.outline.photos}`,
							`${figure(MODEL.outline.share, "%", " to ")} on average`,
						],
						[
							"Cells with the same score as the reference",
							`${MODEL.scores.photos}`,
							figures(MODEL.scores.exact, "%", " to "),
						],
						[
							"Difference of the tongue health score",
							`${MODEL.scores.photos}`,
							`${figures(MODEL.scores.points, " points", " to ")} on average`,
						],
						["Photos without a tongue that were not read", `${MODEL.empty.photos}`, `${MODEL.empty.refused}`],
					],
				},
				...(HAS_INTERVALS
					? [
							"In brackets: the 95% interval. With other photos of the same kind, nineteen tests of twenty would come out within it.",
						]
					: []),
				"Where there are two values, each is against one of two readers. The test photos were taken with the same camera and light as those it learned from: with other phones and lights it may be wrong more often.",
				"The reference scores of the test were given by two programs that read the photos; six in ten of those it learned from were scored by other such programs. None of these are dentists' scores, and there was no clinical trial with patients.",
			],
		},
		{
			id: "limits",
			title: "When it can be wrong",
			body: [
				{
					points: [
						"After coffee, sweets or other food that stains the tongue, the stain may be read as coating.",
						"If the tongue is not stretched out, the back cells are read from the part that shows.",
						"Thick coating (2) was rare in the photos it learned from, so it is the least certain.",
						"How much skin colour, age, dentures or sores matter has not been measured yet.",
						"The confidence says how often such a score was right on the test photos, not how sure a doctor would be.",
					],
				},
			],
		},
		{
			id: "not",
			title: "What the score is not",
			body: [
				"It is not a medical diagnosis. It names no disease and no likelihood of one, and a low score does not mean that you are healthy. If something hurts, looks odd or does not heal within two weeks, see a dentist, whatever the score.",
			],
		},
		{
			id: "review",
			title: "Automated decisions and review by an expert",
			body: [
				"The score of a self-check is made by AI, without a person in between. It alone never restricts your use or decides a price or a payout.",
				{
					points: [
						"You may ask how a score came about: tell us its TCI number at the contact below.",
						"If you do not want it, do not take self-checks, or withdraw your consent on health data.",
						"Apply for a TCI analysis at a clinic, and an expert looks at the photo and scores the nine cells. Results show AI and expert apart.",
						"Whatever AI made is labelled as AI, and each result keeps the model's version.",
					],
				},
				{
					links: [
						["Take a self-check", "selfCheck"],
						["Consents", "consents"],
						["Privacy policy", "privacy"],
					],
				},
				"company",
			],
		},
	],
} satisfies LegalText;
