import { type FormEvent, useRef, useState } from "react";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import type { SignUp } from "~/lib/api/types";
import { randomKey } from "~/lib/random-key";
import { signUp } from "~/lib/session";
import { useTenant } from "~/lib/tenant";
import { type Agreed, isAllAgreed, NOTHING_AGREED } from "./agreements";
import { forgetIdentity, useIdentity } from "./identity";
import { signUpFields } from "./schema";
import { focusField } from "./sign-in-form";
import { signUpBody } from "./sign-up-body";
import { type SignUpDraft, useSignUpDraft } from "./sign-up-draft";
import { useFields } from "./use-fields";
import { useIdCheck } from "./use-id-check";
import { usePhoneCode } from "./use-phone-code";

type Name = keyof typeof signUpFields;

const NAMES = Object.keys(signUpFields) as Name[];
/** What a verified identity says in the visitor's place. */
const VERIFIED: Name[] = ["name", "birth", "phoneNumber"];

/** The server does not take the identity (any more): another check is needed. */
function isIdentityRefused(error: unknown): boolean {
	const { ci, verificationId } = fieldMessages(error);
	return Boolean(ci || verificationId) || (isProblem(error) && error.code === "identity_required");
}

/** The sign-up form's state and its submission. */
export function useSignUp(start: SignUpDraft, socialToken: string | null) {
	const form = useRef<HTMLFormElement>(null);
	const fields = useFields(signUpFields, start.values);
	const { values } = fields;
	const id = useIdCheck(
		() => values.current.loginUserId,
		() => fields.isValid("loginUserId"),
	);
	const phone = usePhoneCode();
	const identity = useIdentity();
	const required = useTenant()?.identityRequired ?? false;
	const asksIdentity = required || identity.info !== null;
	const [agreed, setAgreed] = useState<Agreed>(NOTHING_AGREED);
	const [gender, setGender] = useState(start.gender);
	const [error, setError] = useState<unknown>(null);
	const [isMissing, setMissing] = useState(false);
	const [pending, setPending] = useState(false);
	const attempt = useRef({ body: "", key: "" });
	useSignUpDraft(() => values.current, gender);

	const focus = (name: string) => form.current && focusField(form.current, name);

	/** The first thing that keeps the form from being sent. */
	const obstacle = (): string | null => {
		const failing = fields.validate(NAMES.filter((name) => !asksIdentity || !VERIFIED.includes(name)));
		const confirmed = asksIdentity ? identity.info : phone.token;
		setMissing(!confirmed);
		if (failing) return failing;
		if (id.state !== "free") {
			id.remind();
			return "loginUserId";
		}
		if (confirmed) return null;
		return asksIdentity ? "identity" : "phoneNumber";
	};

	/** The same input sent again is the same attempt; the server then repeats its first answer. */
	const keyOf = (body: SignUp): string => {
		const text = JSON.stringify(body);
		if (attempt.current.body !== text) attempt.current = { body: text, key: randomKey() };
		return attempt.current.key;
	};

	/** What the server said: each part to where it can be put right. */
	const refused = (problem: unknown) => {
		setError(problem);
		const messages = fieldMessages(problem);
		const marked = fields.showServerErrors(messages);
		if (marked) focus(marked);
		if (isIdentityRefused(problem)) {
			forgetIdentity();
			if (!marked) focus("identity");
		}
		if (messages.phoneToken) {
			phone.reset();
			setMissing(true);
			if (!marked) focus("phoneNumber");
		}
	};

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending || !isAllAgreed(agreed)) return;
		const failing = obstacle();
		if (failing) return void focus(failing);
		const body = signUpBody({
			values: values.current,
			gender,
			agreed,
			identity: identity.info,
			phoneToken: phone.token,
			socialToken,
		});
		setPending(true);
		setError(null);
		try {
			await signUp(body, keyOf(body));
		} catch (problem) {
			refused(problem);
		}
		setPending(false);
	};

	return {
		form,
		fields,
		id,
		phone,
		identity,
		asksIdentity,
		isMissing,
		agreed,
		setAgreed,
		gender,
		setGender,
		error,
		pending,
		submit,
	};
}

export type SignUpState = ReturnType<typeof useSignUp>;
