import { refundTable } from "~/patient/features/legal/fees";
import { amendText } from "~/patient/features/legal/text";
import before from "./terms-2025-01-01";

export default amendText(before, {
	changes: [
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
		"With an ordinary change, not objecting by the day it takes effect counts as agreement, and the announcement says so. If you do not agree, you may leave before that day.",
		"A change to your disadvantage needs your agreement anew, from the announcement on. From the day it takes effect until you agree, you cannot start new checks, applications, claims or payments; you can still read and download your records, cancel what is open, withdraw consents, correct your details and leave.",
		"Older editions can be reached at the end of this page.",
	],
	refunds: [
		refundTable("en"),
		"Before you cancel, the screen says what goes back; notifications say when a refund starts and when it is done. Refunds go back by the way you paid; with some cards that takes a few days. Where the law gives you a right of withdrawal, that law applies.",
	],
	leaving: [
		"You may leave at any time, at once, under “Your account”. You are then signed out on every device, and your data is erased after these periods.",
		{
			caption: "How long data is kept",
			head: ["Data", "Kept for"],
			rows: [
				["Sign-up data", "90 days after leaving"],
				["Service data (tongue photos, scores, applications)", "30 days after leaving"],
				["Applications and photos that a clinic enters for non-members", "1 year after the last change"],
				["Contract and payment records", "5 years"],
				["Visit logs", "3 months"],
				["Records of sign-ins and of access to personal data", "2 years"],
			],
		},
		"The last three are periods set by law; those records are held apart, whether or not you leave. The service holds no records of complaints and disputes (3 years) or advertising (6 months): what the company receives by phone or e-mail is kept outside the service for those periods.",
		{ links: [["Delete account", "/account/leave"]] },
	],
	addenda: [
		"These terms apply from 10 December 2026. From the edition of 1 January 2025, section 3 says that a change to your disadvantage needs your agreement anew, section 11 says more about refunds, and section 13 was changed: its periods now name the data that is really kept.",
	],
});
