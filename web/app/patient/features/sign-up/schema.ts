import * as v from "valibot";
import { isPersonal, passwordField } from "~/domain/person/password";
import { isYearsOld } from "~/domain/person/person";
import { addressFields, emailField, personFields } from "~/domain/person/person-fields";

const MIN_AGE = 14;
/** What the server's rule says too; a test compares it with its OpenAPI document. */
export const LOGIN_ID = /^[A-Za-z0-9]{4,20}$/;

/** Whether somebody born then has had the fourteenth birthday by now. */
export const isOldEnough = (value: string, now: Date): boolean => isYearsOld(value, MIN_AGE, now);

/** What may be left empty. */
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

/** The fields of each step: who it is, how they sign in, what they agree to. */
export const STEPS = [
	["name", "birth", "phoneNumber", "gender"],
	["loginUserId", "password", "verifyPassword", "email"],
	["zipcode", "address", "addressDetail"],
] as const satisfies (keyof SignUpValues)[][];

/** The first step that has one of these fields; -1 where none has. */
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
