import type { LegalText } from "~/patient/features/legal/text";

export default {
	title: "Privacy policy",
	summary: [
		"We take what joining needs and no more. We do not sell your data or use it for advertising.",
		"Tongue photos and scores are sensitive health data. They are processed only after separate consent, which you may withdraw at any time.",
		"A clinic or insurer receives only what you agreed to, after being named to you.",
		"After leaving, service data is erased in 30 days and sign-up data in 90.",
		"You can download your data, withdraw consent and leave by yourself, under “Your account”.",
	],
	sections: [
		{
			id: "items",
			title: "1. What we process, and why",
			body: [
				"{{company}} (the company) runs {{service}} and uses the following data for the purposes written here only. For another purpose we ask again. This English text is a translation; where the two differ, the Korean text applies.",
				{
					caption: "Data and purposes",
					head: ["When", "Data", "Purpose", "Basis"],
					rows: [
						[
							"Joining",
							"ID, password, name, date of birth, mobile number, identity value (CI)",
							"Knowing who you are, one ID a person, signing in, checking age",
							"Consent, contract",
						],
						[
							"Joining (optional)",
							"Gender, e-mail, address",
							"Filling in applications, finding an ID, messages by mail",
							"Consent",
						],
						[
							"Social sign-in",
							"The account's number, and the name, e-mail and phone number it tells us",
							"Signing in, filling in the sign-up form",
							"Consent",
						],
						[
							"Self-check",
							"Tongue photo, the outline and scores read by AI",
							"Showing results and changes",
							"Separate consent on sensitive data",
						],
						[
							"TCI application",
							"Clinic, name, date of birth, gender, mobile number, the clinic's photos and scores",
							"Passing the application on, showing results",
							"Separate consent on sensitive data, consent to provide",
						],
						[
							"Insurance papers",
							"Insurer, reason, date of the event, payout account, papers asked for",
							"Issuing papers and passing claims on",
							"Separate consent on sensitive data, consent to provide",
						],
						[
							"Payment",
							"Order number, amount, outcome (never the card number)",
							"Fees and refunds",
							"Contract, law",
						],
						[
							"Made automatically",
							"Time and address of access and of consent",
							"Preventing misuse, proof of consent",
							"Law, legitimate interest",
						],
					],
				},
				"Without the required data you cannot join. You may refuse the optional data and the consent on health data and use everything else.",
			],
		},
		{
			id: "health",
			title: "2. Sensitive health data",
			body: [
				"Tongue photos and scores are sensitive data under the Personal Information Protection Act. The consent is not part of “I agree to everything”; we ask apart, at your first self-check.",
				{
					points: [
						"Photos lie in private storage and are shown through addresses that are valid for a short time only.",
						"The place where a photo was taken is removed on your phone before it is sent.",
						"After you withdraw consent, no photo is taken in or read again. Earlier self-checks can be seen by you alone until you have them erased or leave; an analysis by a clinic stays in its medical records.",
						"Without separate consent they are not used for research or the training of AI.",
					],
				},
			],
		},
		{
			id: "retention",
			title: "3. How long we keep it",
			body: [
				{
					caption: "Periods set by us",
					head: ["Data", "Kept for"],
					rows: [
						["Sign-up data", "90 days after leaving"],
						["Service data (tongue photos, scores, applications)", "30 days after leaving"],
						["Being signed in", "One day after signing in"],
						["Codes sent by text message", "3 minutes"],
					],
				},
				{
					caption: "Periods set by law",
					head: ["Records", "Kept for", "Law"],
					rows: [
						["Contracts, withdrawal and payment", "5 years", "E-commerce Act"],
						["Complaints and disputes", "3 years", "E-commerce Act"],
						["Advertising", "6 months", "E-commerce Act"],
						["Visit logs", "3 months", "Protection of Communications Secrets Act"],
					],
				},
				"Records kept by law are held apart and used for that law's purpose only.",
			],
		},
		{
			id: "erasure",
			title: "4. How it is erased",
			body: [
				"When its time is over, data is erased so that it cannot be brought back: records and photos are deleted from storage, paper is shredded or burnt.",
			],
		},
		{
			id: "sharing",
			title: "5. Who receives it",
			body: [
				"Except where the law says so, we hand on only what you agreed to, to the one who was named to you. “Consents” shows whom you agreed to.",
				{
					caption: "Provided to others",
					head: ["Recipient", "Purpose", "Data", "Kept for"],
					rows: [
						[
							"The clinic you choose",
							"TCI analysis, issuing papers",
							"Name, date of birth, gender, mobile number, the application",
							"As the law says for clinics",
						],
						[
							"The insurer you choose",
							"Claims",
							"The claim form and the papers asked for",
							"As the law says for insurers",
						],
					],
				},
			],
		},
		{
			id: "processors",
			title: "6. Who works for us",
			body: [
				"The following work is done by others. Contracts forbid any other use and handing it on, and we check that the data is safe with them.",
				{
					caption: "Processors",
					head: ["Who", "Work", "Data"],
					rows: [
						["Text message carrier (Solapi)", "Sending codes and messages", "Mobile number, the message"],
						["Mail carrier", "Mail for finding ID and password, messages", "E-mail address, the message"],
						[
							"Identity service (PortOne) and the identity agencies behind it",
							"Verifying who you are",
							"Name, date of birth, mobile number, identity value",
						],
						[
							"Payment provider",
							"Payment and refunds",
							"Order number, amount, details of the way of payment",
						],
						["Cloud storage provider", "Keeping photos and data", "Photos and data, sent encrypted"],
					],
				},
				"From social sign-in (Kakao, Naver, Google) we receive data only when you choose it, and hand none to it. Changes of processors are announced on this page.",
			],
		},
		{
			id: "rights",
			title: "7. Your rights, and how to use them",
			body: [
				"You or your representative may use these rights at any time. What cannot be done on a screen: tell us at the contact below, and we do it within 10 days or say why not.",
				{
					caption: "Rights and ways",
					head: ["What", "Where", "What happens"],
					rows: [
						["See or withdraw consents", "Your account > Consents", "It applies at once"],
						[
							"Download your data",
							"Your account > Your data",
							"We make a file and send a link by e-mail or text message",
						],
						[
							"Delete your account",
							"Your account > Delete account",
							"You are signed out at once; data is erased after the periods in 3",
						],
						["Correct, stop processing, erase", "The company's contact", "We answer within 10 days"],
						[
							"Explanation of an AI score, review by a person",
							"The company's contact, a TCI application",
							"See 8",
						],
					],
				},
				{
					links: [
						["Your account", "/account"],
						["Consents", "/account/consents"],
						["Delete account", "/account/leave"],
					],
				},
			],
		},
		{
			id: "ai",
			title: "8. AI and automated decisions",
			body: [
				"The score of a self-check is made by AI without a person in between. It finds the outline of the tongue, reads the coating in nine cells as 0, 1 or 2, and divides the sum by 18. It looks at the photo alone and uses no name, age or gender.",
				"The score is no diagnosis, and it alone never restricts your use or decides a price or a payout. You may still ask how it came about; if you do not want it, do not take self-checks or withdraw your consent. Apply for a TCI analysis at a clinic, and an expert looks at the photo and scores it; that result is not an automated decision.",
				{ links: [["About the AI score", "/about-ai"]] },
			],
		},
		{
			id: "children",
			title: "9. Children under 14",
			body: [
				"We take no data of children under 14. The date of birth is checked on joining; if we learn of such data later, it is erased at once.",
			],
		},
		{
			id: "safety",
			title: "10. How we keep it safe",
			body: [
				{
					points: [
						"Passwords are stored in a form that cannot be turned back (Argon2id).",
						"Identity values are stored encrypted, and all traffic is encrypted.",
						"Operating logs hold no personal data such as names, phone numbers or addresses of photos.",
						"The data of each organisation is kept apart inside the database, and as few people as possible can see it.",
					],
				},
			],
		},
		{
			id: "cookies",
			title: "11. Cookies and browser storage",
			body: [
				{
					caption: "What lies in your browser",
					head: ["Name", "Use", "For"],
					rows: [
						["Cookie “authorization”", "Being signed in", "One day; gone at once when you log out"],
						["language", "The language you chose", "Until you clear it"],
						["Unfinished applications", "Going on after a reload", "Until the application is done"],
					],
				},
				"No cookies for advertising or for following behaviour. If your browser blocks cookies, you cannot sign in.",
			],
		},
		{
			id: "contact",
			title: "12. Contact and help",
			body: [
				"The company's representative is in charge of privacy. Please send questions and complaints here.",
				"company",
				"These bodies in Korea advise and mediate too.",
				{
					points: [
						"Personal Information Dispute Mediation Committee: 1833-6972, www.kopico.go.kr",
						"Privacy Infringement Report Centre: 118, privacy.kisa.or.kr",
						"Supreme Prosecutors' Office, cyber investigation: 1301",
						"National Police Agency, cyber investigation: 182",
					],
				},
			],
		},
		{
			id: "changes",
			title: "13. Changes to this policy",
			body: [
				"Changes are announced on this page and by notification 7 days before they apply, or 30 days or more where they are to your disadvantage. This policy applies from 1 January 2025.",
			],
		},
	],
} satisfies LegalText;
