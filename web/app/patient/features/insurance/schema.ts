import * as v from "valibot";
import { ACCIDENT_TYPES } from "~/domain/claim/states";
import { digitsOf, MAX_NAME_LENGTH } from "~/domain/person/person";
import type insurance from "~/locales/ko/insurance.json";
import { koreanDay } from "~/shared/lib/korea";
import { maxLength } from "~/shared/lib/text-rules";

/** The field whose rule failed; its text is under `error`. */
export type InfoField = keyof typeof insurance.error;

/** The server's length limits. */
export const MAX_REASON_LENGTH = 1000;
const MAX_LINE_LENGTH = 100;

const required = (field: InfoField, most: number) =>
	v.pipe(v.string(), v.trim(), v.nonEmpty(field), maxLength(most, field));

/** Whether it is a valid date that is not in the future in Korea. */
function isPastDay(value: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
	const time = Date.parse(`${value}T00:00:00Z`);
	const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
	return exists && value <= koreanDay(new Date());
}

/** Banks and brokers, by the names that customers use. */
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

/** Validation rules of the claim form (S5); each names the field of its error text. */
export const infoFields = {
	accidentType: v.pipe(v.string(), v.picklist(ACCIDENT_TYPES, "accidentType")),
	onsetDate: v.pipe(
		v.string(),
		v.check((value) => isPastDay(value), "onsetDate"),
	),
	reason: required("reason", MAX_REASON_LENGTH),
	insuredName: required("insuredName", MAX_NAME_LENGTH),
	mobile: v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{10,15}$/, "mobile")),
};

export const infoSchema = v.object(infoFields);
export type InfoValues = Record<keyof typeof infoFields, string>;

/** Rules of the other insurer's form (S5). `back`: how many of the resident number's last digits. */
export const payoutFields = (back: number) => ({
	bankName: required("bankName", MAX_LINE_LENGTH),
	accountNumber: v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{1,20}$/, "accountNumber")),
	depositor: required("depositor", MAX_NAME_LENGTH),
	residentFront: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, "residentFront")),
	residentBack: v.pipe(v.string(), v.trim(), v.regex(new RegExp(`^\\d{${back}}$`), "residentBack")),
});

export type PayoutValues = Record<keyof ReturnType<typeof payoutFields>, string>;

/** The address of registered mail. */
export const addressFields = {
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}$/, "zipcode")),
	address: required("address", MAX_LINE_LENGTH),
	addressDetail: v.pipe(v.string(), v.trim(), maxLength(MAX_LINE_LENGTH, "addressDetail")),
};

type AddressValues = Record<keyof typeof addressFields, string>;
/** All fields of the last step, whether they are required or not. */
export type DetailValues = PayoutValues & AddressValues;

interface DetailFields {
	/** How many of the resident number's last digits. */
	back: number;
	forwarding: boolean;
	registeredMail: boolean;
}

/** Rules of the last step; only required fields are validated. */
export const detailSchema = ({ back, forwarding, registeredMail }: DetailFields) =>
	v.object({
		...requiredIf(forwarding, payoutFields(back)),
		...requiredIf(registeredMail, addressFields),
	});

type Rules = Record<string, v.GenericSchema<string>>;

function requiredIf<Fields extends Rules>(isNeeded: boolean, fields: Fields): Fields {
	if (isNeeded) return fields;
	return Object.fromEntries(Object.keys(fields).map((name) => [name, v.string()])) as Rules as Fields;
}
