import * as v from "valibot";
import { ACCIDENT_TYPES } from "~/lib/insurance/states";
import { digitsOf, NAME_MAX } from "~/lib/person";
import { atMost } from "~/lib/text-rules";
import type insurance from "~/locales/ko/insurance.json";

/** The field whose rule failed: its text is under `error`. */
export type InfoField = keyof typeof insurance.error;

/** Lengths that the server takes, too. */
export const REASON_MAX = 1000;
const LINE_MAX = 100;

const required = (field: InfoField, most: number) =>
	v.pipe(v.string(), v.trim(), v.nonEmpty(field), atMost(most, field));

/** A day that exists and is not to come. */
function isPastDay(value: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
	const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
	const date = new Date(year, month - 1, day);
	return date.getMonth() === month - 1 && date.getDate() === day && date <= new Date();
}

/** Banks and houses that keep accounts, by the names that their customers use. */
export const BANKS = [
	"KB국민은행",
	"신한은행",
	"우리은행",
	"하나은행",
	"NH농협은행",
	"IBK기업은행",
	"카카오뱅크",
	"토스뱅크",
	"케이뱅크",
	"SC제일은행",
	"한국씨티은행",
	"KDB산업은행",
	"Sh수협은행",
	"iM뱅크",
	"BNK부산은행",
	"BNK경남은행",
	"광주은행",
	"전북은행",
	"제주은행",
	"새마을금고",
	"신협",
	"우체국",
	"산림조합",
	"저축은행",
] as const;

/** The rules of the claim form (S5); a failing one is named by its field. `back`: how many last digits are asked for. */
export const infoFields = (back: number) => ({
	accidentType: v.pipe(v.string(), v.picklist(ACCIDENT_TYPES, "accidentType")),
	onsetDate: v.pipe(
		v.string(),
		v.check((value) => isPastDay(value), "onsetDate"),
	),
	reason: required("reason", REASON_MAX),
	insuredName: required("insuredName", NAME_MAX),
	residentFront: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, "residentFront")),
	residentBack: v.pipe(v.string(), v.trim(), v.regex(new RegExp(`^\\d{${back}}$`), "residentBack")),
	mobile: v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{10,15}$/, "mobile")),
	bankName: required("bankName", LINE_MAX),
	accountNumber: v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{1,20}$/, "accountNumber")),
	depositor: required("depositor", NAME_MAX),
});

export type InfoValues = Record<keyof ReturnType<typeof infoFields>, string>;

/** Where a letter goes. */
export const addressFields = {
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}$/, "zipcode")),
	address: required("address", LINE_MAX),
	addressDetail: v.pipe(v.string(), v.trim(), atMost(LINE_MAX, "addressDetail")),
};
