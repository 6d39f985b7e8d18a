import type { AboutAi } from "~/patient/features/legal/about-ai";
import type { Section } from "~/patient/features/legal/text";
import { howOftenWrong, limitsSection, testedSection, untestedSection } from "./about-model";

const STEPS: Section = {
	id: "steps",
	title: "From photo to score",
	body: [
		{
			steps: [
				"It finds the tongue in the whole photo, then looks at it close up and draws its outline.",
				"If it finds no tongue, if the photo is too dark, too bright or blurred, or if the tongue is cut off or too small, it gives no score and asks for another photo.",
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
				["60% and above", "Alert", "Clean it well; if it doesn’t improve, ask a dentist"],
			],
		},
		"The method is known as the Tongue Coating Index: Shimizu et al., J Oral Rehabil 2007;34:442-447.",
	],
};

const INPUTS: Section = {
	id: "looks-at",
	title: "What the AI looks at and what it does not",
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
};

const NO_DIAGNOSIS: Section = {
	id: "not",
	title: "What the score is not",
	body: [
		"It is not a medical diagnosis. It names no disease and no likelihood of one, and a low score does not mean that you are healthy. If something hurts, looks odd or does not heal within two weeks, see a dentist, whatever the score.",
	],
};

const REVIEW: Section = {
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
				["Take a self-check", "/self-check"],
				["Consents", "/account/consents"],
				["Privacy policy", "/privacy"],
			],
		},
		"company",
	],
};

export default {
	forModel: (model) => ({
		title: "How the AI score is made",
		summary: [
			"AI divides one photo of your tongue into nine cells, reads the coating and turns it into a score.",
			"It looks at the photo alone, not at your name, age, gender or medical history.",
			"The score is information about oral hygiene. It neither finds nor diagnoses disease.",
			howOftenWrong(model),
		],
		sections: [
			STEPS,
			INPUTS,
			testedSection(model),
			untestedSection(model),
			limitsSection(model),
			NO_DIAGNOSIS,
			REVIEW,
		],
	}),
} satisfies AboutAi;
