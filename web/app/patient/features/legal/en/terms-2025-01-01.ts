import { discountTable, feeTable } from "~/patient/features/legal/fees";
import type { LegalText } from "~/patient/features/legal/text";

export default {
	title: "Terms of service",
	summary: [
		"You may join from the age of 14. One verified person holds one ID.",
		"Joining and tongue self-checks are free. Issuing insurance papers and sending claims costs the fees in the tables below.",
		"Once a certificate has been issued, and where a member applied wrongly by mistake, there is no refund. Please look twice before you pay.",
		"AI scores are information about oral hygiene. They do not diagnose.",
		"Changes are announced 7 days ahead, or 30 days or more where they are to your disadvantage. You may leave at any time.",
	],
	sections: [
		{
			id: "purpose",
			title: "1. Purpose",
			body: [
				"These terms set out how {{service}} (the service) of {{company}} (the company) is used, and the rights, duties and liability of members and the company. This English text is a translation; where the two differ, the Korean text applies.",
			],
		},
		{
			id: "words",
			title: "2. Words used here",
			body: [
				{
					points: [
						"Member: somebody who agreed to these terms, joined and received an ID",
						"Non-member: somebody who looks around without joining",
						"TCI (tongue coating index): the tongue is divided into nine cells that score 0, 1 or 2; their sum divided by 18, in per cent",
						"Self-check: AI reads a tongue photo that a member uploads and shows the TCI",
						"TCI application: a clinic that the member chose photographs the tongue before and after cleaning, and an expert there scores it",
						"Insurance papers: leaving it to the company to have papers issued (medical bill receipt, detailed statement of fees) and to pass claim papers on",
					],
				},
			],
		},
		{
			id: "changes",
			title: "3. Effect of the terms and changes",
			body: [
				"The terms are shown on this page and take effect when you agree to them on joining. Within the law, the company may change them; what changes, why and from when is announced beforehand on the service's screens and by notification.",
				{
					caption: "When changes are announced",
					head: ["Kind of change", "When", "How"],
					rows: [
						["Ordinary", "At least 7 days before", "Notice on the service's screens"],
						[
							"To the member's disadvantage",
							"30 days or more before",
							"Notice on the screens, and e-mail or text message",
						],
					],
				},
				"If you do not agree, you may leave before the change takes effect. The announcement also says that not objecting by that day counts as agreement. Older editions can be reached at the end of this page.",
			],
		},
		{
			id: "joining",
			title: "4. Joining",
			body: [
				"You join by making an ID or starting with a social account, verifying who you are, and agreeing to the terms.",
				{
					caption: "Conditions of joining",
					head: ["Item", "Rule"],
					rows: [
						["Age", "14 or over. Children under 14 cannot join."],
						["Number of IDs", "One for each person whose real name was verified"],
						["ID", "4 to 20 letters and digits"],
						["Password", "8 characters or more, with letters, digits and a special character"],
					],
				},
				"In the following cases joining may be refused or, afterwards, use be restricted or the contract ended.",
				{
					points: [
						"Somebody else's name or information was used",
						"Information is false, or needed information is missing",
						"The person is under 14, or has an ID already",
						"The purpose of joining is misuse",
					],
				},
				"Please correct your information as soon as it changes. The company is not liable for disadvantages that arise from old information.",
			],
		},
		{
			id: "members",
			title: "5. Members and non-members",
			body: [
				{
					caption: "What each may use",
					head: ["Feature", "Members", "Non-members"],
					rows: [
						["Introduction, terms, how the AI score is made", "Yes", "Yes"],
						["Tongue self-check and its history", "Yes (after consent on health data)", "No"],
						["TCI application at a clinic, and results", "Yes", "No"],
						["Insurance papers and payment", "Yes", "No"],
					],
				},
			],
		},
		{
			id: "service",
			title: "6. The service",
			body: [
				"The service offers tongue self-checks and their history, TCI applications at a clinic and their results, insurance papers, and notifications. Where a feature is not open yet, its screen says so.",
				"Treatment, scoring and the content of papers are the responsibility of the clinic that the member chose; whether and how much is paid is decided by the insurer. The company passes applications and papers on.",
				"Where the service has to stop for maintenance or a failure, we say so beforehand or, where it is urgent, right afterwards.",
			],
		},
		{
			id: "ai",
			title: "7. AI scores",
			body: [
				"The score of a self-check is made automatically by AI from the photo alone. Light, focus and stains from food can mislead it. It neither finds nor diagnoses disease. If something hurts or worries you, please see a dentist.",
				"You may ask how a score was made, and by applying for a TCI analysis at a clinic you get an expert's own scores. An AI score alone never restricts your use or sets a price.",
				{ links: [["About the AI score", "/about-ai"]] },
			],
		},
		{
			id: "duties",
			title: "8. What members do",
			body: [
				{
					points: [
						"Look after your ID and password yourself and do not lend them.",
						"Upload photos of your own tongue only; no other person's, nothing else.",
						"Write the truth in applications. False claims can be punished by law.",
						"Do not disturb the service or gather its data in bulk by programs.",
					],
				},
			],
		},
		{
			id: "company-duties",
			title: "9. What the company does",
			body: [
				{
					points: [
						"We work for a steady service and repair failures quickly.",
						"We process personal data as the privacy policy says and nothing else, and health data only after separate consent.",
						"We look into complaints and tell you the outcome.",
					],
				},
			],
		},
		{
			id: "fees",
			title: "10. Fees and discounts",
			body: [
				"Joining, self-checks and their history are free. Insurance papers cost the following; each amount is shown before you pay. Treatment and what a clinic charges itself is paid to the clinic.",
				feeTable("en", "2025-01-01"),
				discountTable("en", "2025-01-01"),
			],
		},
		{
			id: "refunds",
			title: "11. Cancelling and refunds",
			body: [
				{
					caption: "Refunds",
					head: ["Case", "Refund"],
					rows: [
						["Cancelled before the certificate was issued", "Yes"],
						["The certificate has been issued", "No"],
						["A member's mistake in applying (wrong clinic, period, insurer and the like)", "No"],
						["Papers wrong or not delivered through our fault", "Done again, or refunded"],
					],
				},
				"Refunds go back by the way you paid; with some cards that takes a few days. Where the law gives you a right of withdrawal, that law applies.",
			],
		},
		{
			id: "restriction",
			title: "12. Restricting use",
			body: [
				"Where sections 4 or 8 are broken, we may restrict use or end the contract, and say why. Where others could come to harm, we restrict first and tell you at once. You may object; we look into it and tell you the outcome.",
			],
		},
		{
			id: "leaving",
			title: "13. Leaving, and how long data is kept",
			body: [
				"You may leave at any time, at once, under “Your account”. You are then signed out on every device, and your data is erased after these periods.",
				{
					caption: "How long data is kept",
					head: ["Data", "Kept for"],
					rows: [
						["Sign-up data", "90 days after leaving"],
						["Service data (tongue photos, scores, applications)", "30 days after leaving"],
						["Contract and payment records", "5 years"],
						["Complaints and disputes", "3 years"],
						["Advertising records", "6 months"],
						["Visit logs", "3 months"],
					],
				},
				"The last four are periods set by law; those records are held apart, whether or not you leave.",
				{ links: [["Delete account", "/account/leave"]] },
			],
		},
		{
			id: "photos",
			title: "14. Rights in your photos",
			body: [
				"Your photos stay yours. We use them to make and show your results, and without separate consent not for advertising, research or the training of AI.",
			],
		},
		{
			id: "liability",
			title: "15. Liability",
			body: [
				"The company is liable by law for damage from its intent or negligence. It is not liable for damage from natural disasters, from a member's own fault, or from the judgement of the clinic or insurer that a member chose. Nothing here takes away rights that the law gives consumers.",
			],
		},
		{
			id: "disputes",
			title: "16. Disputes and contact",
			body: [
				"The law of the Republic of Korea applies, and the courts named by its Civil Procedure Act decide. Before that you may turn to the Korea Consumer Agency (call 1372 in Korea) for advice and mediation.",
				"company",
			],
		},
		{ id: "addenda", title: "Addendum", body: ["These terms apply from 1 January 2025."] },
	],
} satisfies LegalText;
