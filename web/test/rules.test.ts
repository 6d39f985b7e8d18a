import { readFileSync } from "node:fs";
import { type GenericSchema, safeParse } from "valibot";
import { describe, expect, it } from "vitest";
import { memberFields } from "~/clinic/features/staff/new-member";
import { passwordField } from "~/domain/person/password";
import { PHONE_NUMBER } from "~/domain/person/person";
import { personFields } from "~/domain/person/person-fields";
import texts from "~/locales/ko/account.json";
import personTexts from "~/locales/ko/person.json";
import { addressFields, infoFields, payoutFields } from "~/patient/features/insurance/schema";
import { findFields, resetFields } from "~/patient/features/sign-in/schema";
import { LOGIN_ID, signUpFields } from "~/patient/features/sign-up/schema";
import { PHONE_CODE } from "~/patient/ui/use-phone-code";

interface Property {
	type?: string | string[];
	pattern?: string;
	minLength?: number;
	maxLength?: number;
}
interface Schema {
	required?: string[];
	properties: Record<string, Property>;
	allOf: Schema[];
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const schemas: Record<string, Schema> = read("../api/openapi.json").components.schemas;
const messages: Record<string, string> = read("../api/messages/ko.json").fields;
const shape = (name: string) => schemas[name] as Schema;
const person = shape("Person");
const secret = shape("SignupRequest").allOf[1] as Schema;

const { gender: _chosen, ...applicant } = personFields;

type Forms = Record<string, { schemas: Schema[]; fields: Record<string, GenericSchema<string, unknown>> }>;

/** Each request that a form sends, with the form's rule for each field. */
const FORMS: Forms = {
	"sign-up": { schemas: [person, secret], fields: signUpFields },
	"find ID": {
		schemas: [shape("FindIdRequest")],
		fields: { email: findFields.email, phone: findFields.phone },
	},
	"find password": {
		schemas: [shape("FindPasswordRequest")],
		fields: { loginUserId: findFields.loginUserId, email: findFields.email, phoneNumber: findFields.phone },
	},
	"reset password": {
		schemas: [shape("ResetPasswordRequest")],
		fields: { password: resetFields.password },
	},
	application: { schemas: [shape("PersonRequest")], fields: applicant },
	"new staff": { schemas: [shape("StaffRequest")], fields: memberFields },
	"staff's own password": {
		schemas: [shape("StaffPasswordRequest")],
		fields: { password: passwordField("password", "tooLong") },
	},
};

/** Fields without a rule: from the server or the page, selected from choices, or compared with a stored value. */
const UNTYPED = [
	"agreements",
	"ci",
	"currentPassword",
	"gender",
	"phoneToken",
	"role",
	"socialToken",
	"token",
	"verificationId",
];
/** The form accepts only Korean postcodes, and any current password. */
const STRICTER = ["currentPassword", "zipcode"];

const PATTERNS: Record<string, RegExp> = {
	loginUserId: LOGIN_ID,
	phoneNumber: PHONE_NUMBER,
	phone: PHONE_NUMBER,
	code: PHONE_CODE,
};

/** A value of exactly this many characters that is otherwise valid. */
function textOfLength(name: string, length: number): string {
	if (name === "password") return `a1!${"가".repeat(length - 3)}`;
	if (name !== "email") return "👅".repeat(length);
	const labels = "bcdefgh.".repeat(length).slice(0, length - 4);
	return `a@${labels.replace(/\.$/, "x")}kr`.replace(/(.)kr$/, ".kr");
}

const cases = Object.entries(FORMS).flatMap(([form, { schemas, fields }]) =>
	schemas.flatMap(({ properties }) =>
		Object.entries(properties).map(([name, property]) => ({ form, name, property, rule: fields[name] })),
	),
);

const claimFields: Record<string, GenericSchema<string, unknown>> = {
	...infoFields,
	...payoutFields(1),
	...addressFields,
};
const claimed = Object.entries(
	shape("ClaimRequest").allOf.find((part) => part.properties?.insuredName)?.properties ?? {},
);

describe("a claim in the server's OpenAPI document", () => {
	it("claim_has_every_field_of_the_form", () => {
		expect(claimed.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(claimFields)));
	});

	it.each(claimed.filter(([, { maxLength }]) => maxLength))(
		"claim_field_length_matches_the_server: %s",
		(name, property) => {
			const { maxLength = 0 } = property;
			const taken = (length: number) =>
				safeParse(claimFields[name] as GenericSchema, textOfLength(name, length)).success;
			expect([taken(maxLength), taken(maxLength + 1)]).toEqual([true, false]);
		},
	);
});

describe("the server's OpenAPI document", () => {
	it.each(cases)("field_is_checked_or_not_typed: $form, $name", ({ name, rule }) => {
		expect(Boolean(rule)).toBe(!UNTYPED.includes(name));
	});

	it.each(cases.filter(({ property }) => property.pattern))(
		"field_pattern_matches_the_server: $form, $name",
		({ name, property }) => {
			expect(PATTERNS[name]?.source).toBe(property.pattern);
		},
	);

	it.each(cases.filter(({ name, property }) => property.maxLength && !STRICTER.includes(name)))(
		"maximum_length_matches_the_server: $form, $name",
		({ name, property: { maxLength = 0 }, rule }) => {
			expect(textOfLength(name, maxLength)).toSatisfy(
				(text: string) => Array.from(text).length === maxLength,
			);
			const taken = (length: number) => rule && safeParse(rule, textOfLength(name, length)).success;
			expect([taken(maxLength), taken(maxLength + 1)]).toEqual([true, false]);
		},
	);

	it.each(cases.filter(({ property }) => property.minLength))(
		"minimum_length_matches_the_server: $form, $name",
		({ name, property: { minLength = 0 }, rule }) => {
			const taken = (length: number) => rule && safeParse(rule, textOfLength(name, length)).success;
			expect([taken(minLength), taken(minLength - 1)]).toEqual([true, false]);
		},
	);

	// Or required on both sides.
	it.each(cases.filter(({ form, rule }) => rule && form !== "find ID" && form !== "find password"))(
		"field_is_optional_on_both_sides: $form, $name",
		({ form, name, rule }) => {
			const required = FORMS[form]?.schemas.some((schema) => schema.required?.includes(name));
			expect(rule && safeParse(rule, "").success).toBe(!required);
		},
	);

	it("phone_code_rules_match_the_server", () => {
		const { code, phoneNumber } = shape("VerifyPhoneCodeRequest").properties;
		expect(PHONE_CODE.source).toBe(code?.pattern);
		expect(phoneNumber?.pattern ?? PHONE_NUMBER.source).toBe(PHONE_NUMBER.source);
		expect(shape("PhoneCodeRequest").properties.phoneNumber?.pattern).toBe(PHONE_NUMBER.source);
	});
});

it.each([
	[texts.error.loginUserId, "loginUserId.format"],
	[texts.error.loginIdRequired, "loginUserId.required"],
	[texts.error.password, "password.format"],
	[texts.error.name, "name.required"],
	[texts.error.birthRange, "birth.range"],
	[texts.error.tooYoung, "birth.too_young"],
	[texts.error.passwordLong, "password.too_long"],
	[texts.error.passwordPersonal, "password.personal"],
	[texts.error.tooLong, "too_long"],
	[texts.error.format, "format"],
	[texts.phone.incomplete, "code.format"],
	[personTexts.error.name, "name.required"],
	[personTexts.error.birthRange, "birth.range"],
	[personTexts.error.tooLong, "too_long"],
	[personTexts.error.format, "format"],
])("mistake_is_worded_as_by_the_server: %s", (text, code) => {
	expect(text).toBe(messages[code]);
});

it.each([
	["seven1!", false],
	["hyeobom1!", true],
	["비밀번호abc1!", true],
	["비밀번호12345", false],
	["abcdefg1가", false],
	["abcdefg1 ", false],
	["abc\u0000defg1!", false],
])("password_%j_is_accepted: %s", (password, taken) => {
	expect(safeParse(signUpFields.password, password).success).toBe(taken);
});
