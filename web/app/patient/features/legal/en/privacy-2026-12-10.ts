import { amendText } from "~/patient/features/legal/text";
import before from "./privacy-2025-01-01";

export default amendText(before, {
	items: [
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
					"Adding family",
					"A family member's name, date of birth, gender, relation, time and address of the consent",
					"Checks and applications for the family member, records kept apart by person",
					"Consent of the legal guardian or of the person",
				],
				[
					"Changing your name",
					"The outcome of an identity check, or the name that a clinic saw on an ID and the kind of ID (no number, no copy)",
					"Using the new name",
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
					"Favorite clinics (optional)",
					"Clinics that you mark with a star",
					"Listing them first",
					"Contract",
				],
				[
					"Insurance papers",
					"Insurer, reason, date of the event, address for registered mail, papers asked for. Only where they are forwarded to another insurer: payout account (bank, number, holder), the first six digits of the resident number and the one after them (all only where a law allows it)",
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
	health: [
		"Tongue photos and scores are sensitive data under the Personal Information Protection Act. The consent is not part of “I agree to everything”; we ask apart: at your first self-check, and when you apply for a TCI analysis or documents at a clinic. Somebody who comes by without the app agrees by a signature on the clinic's tablet or on paper.",
		{
			points: [
				"Photos lie in private storage and are shown through addresses that are valid for a short time only.",
				"The place where a photo was taken is removed on your phone before it is sent.",
				"After you withdraw consent, no photo is taken in or read again. Earlier self-checks can be seen by you alone until you have them erased or leave; an analysis by a clinic stays in its medical records.",
				"Without separate consent they are not used for research or the training of AI.",
			],
		},
	],
	children: [
		"Children under 14 cannot join. We take only the name, date of birth, gender, tongue photos and scores of children whom their legal guardian added as family and agreed for; when the child turns 14, the child's own consent is confirmed.",
		"Legal guardians may see, correct and erase the child's data. Remove the child under “Family” in your account at any time; the data is erased 30 days later.",
	],
	retention: [
		{
			caption: "Periods set by us",
			head: ["Data", "Kept for"],
			rows: [
				["Sign-up data, changes of your details", "90 days after leaving"],
				["Service data (tongue photos, scores, applications)", "30 days after leaving"],
				["Favorite clinics", "Until you take the star away or leave"],
				["A removed family member with records", "30 days after the removal"],
				["Applications and photos that a clinic enters for non-members", "1 year after the last change"],
				["Being signed in", "One day after signing in"],
				["Codes sent by text message", "3 minutes"],
			],
		},
		{
			caption: "Periods set by law",
			head: ["Records", "Kept for", "Law"],
			rows: [
				["Contracts, withdrawal and payment", "5 years", "E-commerce Act"],
				["Visit logs", "3 months", "Protection of Communications Secrets Act"],
				[
					"Records of sign-ins and of access to personal data",
					"2 years",
					"Standards for the safety of personal information",
				],
			],
		},
		"Records kept by law are held apart and used for that law's purpose only. The service holds no records of complaints and disputes (3 years) or advertising (6 months): what the company receives by phone or e-mail is kept outside the service for those periods.",
	],
	sharing: [
		"Except where the law says so, we hand on only what you agreed to, to the one who was named to you. “Consents” shows whom you agreed to, and there you can withdraw: what is open at that recipient is then canceled, and a clinic no longer sees what it had not worked on. Account and resident digits are opened only while a clinic forwards a claim to another insurer, with a reason that is logged, and are erased once the documents are issued.",
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
					"The claim form and the papers; the insurer that they are forwarded to also the payout account and the digits of the resident number that were asked for",
					"As the law says for insurers",
				],
			],
		},
	],
	processors: [
		"The following work is done by others. Contracts forbid any other use and handing it on, and we check that the data is safe with them.",
		{
			caption: "Processors",
			head: ["Who", "Work", "Data"],
			rows: [
				[
					"Text message carrier (Solapi) and Kakao",
					"Sending codes, text messages and KakaoTalk messages",
					"Mobile number, the message (no health data)",
				],
				["Mail carrier", "Mail for finding ID and password, messages", "E-mail address, the message"],
				[
					"Identity service (PortOne) and the identity agencies behind it",
					"Verifying who you are",
					"Name, date of birth, mobile number, identity value",
				],
				["Payment provider", "Payment and refunds", "Order number, amount, details of the way of payment"],
				["Cloud storage provider", "Keeping photos and data", "Photos and data, sent encrypted"],
			],
		},
		"From social sign-in (Kakao, Naver, Google) we receive data only when you choose it, and hand none to it. Changes of processors are announced on this page.",
	],
	changes: [
		"Changes are announced on this page and by notification 7 days before they apply, or 30 days or more where they are to your disadvantage. This policy applies from 10 December 2026. The favorite clinics in section 1, the account and resident number in sections 1 and 5, the consent of visitors in section 2, the periods in section 3 and the KakaoTalk messages in section 6 were changed from the edition of 1 January 2025.",
	],
});
