import * as v from "valibot";
import { isPersonal, passwordField } from "~/domain/person/password";
import { isYearsOld } from "~/domain/person/person";
import { addressFields, emailField, personFields } from "~/domain/person/person-fields";

const MIN_AGE = 14;
/** Same as the server's rule; a test compares it with its OpenAPI document. */
export const LOGIN_ID = /^[A-Za-z0-9]{4,20}$/;

/** Whether a person born on that day is at least fourteen. */
export const isOldEnough = (value: string, now: Date): boolean => isYearsOld(value, MIN_AGE, now);

/** Makes a field optional. */
const optional = (schema: v.GenericSchema<string, string>) =>
	v.lazy((text) => (typeof text === "string" && text.trim() === "" ? v.pipe(v.string(), v.trim()) : schema));

export const signUpFields = {
	name: personFields.name,
	birth: v.pipe(
		personFields.birth,
		v.check((value) => isOldEnough(value, new Date()), "tooYoung"),
	),
	phoneNumber: personFields.phoneNumber,
	loginUserId: v.pipe(v.string(), v.regex(LOGIN_ID, "loginUserId")),
	password: passwordField("password", "passwordLong"),
	verifyPassword: v.pipe(v.string(), v.nonEmpty("verifyPassword")),
	email: optional(emailField),
	...addressFields,
};

export const signUpSchema = v.pipe(
	v.object({ ...signUpFields, gender: v.string() }),
	v.forward(
		v.partialCheck(
			[["loginUserId"], ["password"], ["name"], ["phoneNumber"]],
			({ loginUserId, password, name, phoneNumber }) =>
				!isPersonal(password, { id: loginUserId, name, phoneNumber }),
			"passwordPersonal",
		),
		["password"],
	),
	v.forward(
		v.partialCheck(
			[["password"], ["verifyPassword"]],
			({ password, verifyPassword }) => password === verifyPassword.normalize("NFC"),
			"verifyPassword",
		),
		["verifyPassword"],
	),
);

export type SignUpValues = v.InferInput<typeof signUpSchema>;
export type SignUpOutput = v.InferOutput<typeof signUpSchema>;

/** The fields of each step: person, account, agreements. */
export const STEPS = [
	["name", "birth", "phoneNumber", "gender"],
	["loginUserId", "password", "verifyPassword", "email"],
	["zipcode", "address", "addressDetail"],
] as const satisfies (keyof SignUpValues)[][];

/** The first step with one of these fields; -1 if there is none. */
export const stepOf = (names: string[]): number =>
	STEPS.findIndex((fields) => fields.some((field) => names.includes(field)));

export const EMPTY: SignUpValues = {
	name: "",
	birth: "",
	phoneNumber: "",
	gender: "",
	loginUserId: "",
	password: "",
	verifyPassword: "",
	email: "",
	zipcode: "",
	address: "",
	addressDetail: "",
};
