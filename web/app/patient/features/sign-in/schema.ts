import * as v from "valibot";
import { MIN_PASSWORD_LENGTH, passwordField } from "~/domain/person/password";
import { emailField, personFields } from "~/domain/person/person-fields";
import { lengthOf, maxLength } from "~/shared/lib/text-rules";

/** The limit of the login ID when a password is recovered. */
const MAX_LOGIN_ID_LENGTH = 100;

const anyId = v.pipe(v.string(), v.trim(), v.nonEmpty("loginIdRequired"));

export const signInSchema = v.object({
	loginUserId: anyId,
	password: v.pipe(v.string(), v.nonEmpty("loginPasswordRequired")),
});

/** Recovery of the login ID or the password: phone or e-mail, and for the password the login ID. */
export const findFields = {
	loginUserId: v.pipe(anyId, maxLength(MAX_LOGIN_ID_LENGTH, "tooLong")),
	email: emailField,
	phone: personFields.phoneNumber,
};

export const resetFields = {
	password: v.pipe(
		v.string(),
		v.check((text) => lengthOf(text) >= MIN_PASSWORD_LENGTH, "passwordShort"),
		passwordField("password", "passwordLong"),
	),
	verifyPassword: v.pipe(v.string(), v.nonEmpty("passwordAgain")),
};

export const resetSchema = v.pipe(
	v.object(resetFields),
	v.forward(
		v.partialCheck(
			[["password"], ["verifyPassword"]],
			({ password, verifyPassword }) => password === verifyPassword.normalize("NFC"),
			"passwordAgain",
		),
		["verifyPassword"],
	),
);
