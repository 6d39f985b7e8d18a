import { type FeeList, feesOn } from "~/domain/claim/fees";
import table from "~/domain/claim/fees.json";
import type { Language } from "~/i18n/language";
import type { Table } from "./text";

type Price = keyof FeeList["prices"];

/** How the terms state a price: excluding VAT, as published, or including it. */
const ROWS: readonly { price: Price; isNet: boolean; hasPostage?: boolean; ko: string; en: string }[] = [
	{ price: "certificate", isNet: true, ko: "일반 증명서 발급 (한 건)", en: "General certificate (each)" },
	{
		price: "signedCertificate",
		isNet: false,
		ko: "의사 서명이 있는 증명서 발급 (한 건)",
		en: "Certificate signed by a doctor (each)",
	},
	{
		price: "registeredMail",
		isNet: false,
		hasPostage: true,
		ko: "등기우편으로 서류 받기 (한 건)",
		en: "Papers sent to you by registered mail (each)",
	},
	{
		price: "forwarding",
		isNet: false,
		ko: "다른 보험사로 청구 서류 전달 (한 건)",
		en: "Claim forwarded to another insurer (each)",
	},
];

const amountOf = (won: number, language: Language): string =>
	language === "ko" ? `${won.toLocaleString("en")}원` : `KRW ${won.toLocaleString("en")}`;

function taxOf({ isNet, hasPostage }: (typeof ROWS)[number], language: Language): string {
	if (isNet) return language === "ko" ? "부가세 별도" : "VAT not included";
	if (hasPostage) return language === "ko" ? "우편료와 부가세 포함" : "Postage and VAT included";
	return language === "ko" ? "부가세 포함" : "VAT included";
}

/** The fees on a day, as the server calculates them. An edition of the terms states those of its first day. */
export const feeTable = (language: Language, day: string): Table => ({
	caption: language === "ko" ? "수수료" : "Fees",
	head: language === "ko" ? ["항목", "금액", "부가세와 우편료"] : ["Item", "Amount", "VAT and postage"],
	rows: ROWS.map((row) => {
		const price = feesOn(day).prices[row.price];
		return [row[language], amountOf(row.isNet ? price.supply : price.gross, language), taxOf(row, language)];
	}),
});

/** The discounts on a day, as the server calculates them. */
export function discountTable(language: Language, day: string): Table {
	const { reclaim, resend, resendAfterMail } = feesOn(day).percents;
	if (language === "ko") {
		return {
			caption: "다시 신청할 때의 할인",
			head: ["경우", "할인"],
			rows: [
				["서류를 고치거나 더하거나 전달해서 같은 보험사에 다시 청구할 때", `${reclaim}%`],
				["등기우편으로 다시 보낼 때", `${resend}%`],
				["등기우편으로 다시 보내고, 앞선 결제도 등기우편이었을 때", `${resendAfterMail}%`],
			],
		};
	}
	return {
		caption: "Discounts when applying again",
		head: ["Case", "Discount"],
		rows: [
			["Claiming again from the same insurer after correcting, adding or forwarding papers", `${reclaim} %`],
			["Sending again by registered mail", `${resend} %`],
			[
				"Sending again by registered mail where the payment before was for registered mail too",
				`${resendAfterMail} %`,
			],
		],
	};
}

/** The refund rules, as the server applies them. */
export const refundTable = (language: Language): Table => ({
	caption: language === "ko" ? "환불" : "Refunds",
	head: language === "ko" ? ["경우", "환불"] : ["Case", "Refund"],
	rows: table.refunds.map(({ label, outcome }) => [label[language], outcome[language]]),
});
