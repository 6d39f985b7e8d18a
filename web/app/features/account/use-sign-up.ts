import { type FormEvent, useRef, useState } from "react";
import { fieldMessages } from "~/lib/api/problem";
import type { SignUp } from "~/lib/api/types";
import { randomKey } from "~/lib/random-key";
import { signUp } from "~/lib/session";
import { type Agreed, isAllAgreed, NOTHING_AGREED } from "./agreements";
import { digitsOf, signUpFields } from "./schema";
import { focusField } from "./sign-in-form";
import { useFields } from "./use-fields";
import { useIdCheck } from "./use-id-check";
import { usePhoneCode } from "./use-phone-code";

type Values = Record<keyof typeof signUpFields, string>;

/** What is sent: empty optional fields are left out. */
function signUpBody(values: Values, gender: string, ci: string, phoneToken: string, agreed: Agreed): SignUp {
	const optional = {
		zipcode: values.zipcode.trim(),
		address: values.address.trim(),
		addressDetail: values.addressDetail.trim(),
		email: values.email.trim(),
		ci,
	};
	return {
		loginUserId: values.loginUserId,
		password: values.password,
		name: values.name.trim(),
		phoneNumber: digitsOf(values.phoneNumber),
		birth: digitsOf(values.birth).replaceAll(".", ""),
		gender: gender === "" ? null : Number(gender),
		phoneToken,
		...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")),
		agreements: { all: isAllAgreed(agreed), ...agreed },
	};
}

/** The sign-up form's state and its submission. */
export function useSignUp() {
	const form = useRef<HTMLFormElement>(null);
	const fields = useFields(signUpFields);
	const { values } = fields;
	const id = useIdCheck(
		() => values.current.loginUserId,
		() => fields.isValid("loginUserId"),
	);
	const phone = usePhoneCode();
	const [agreed, setAgreed] = useState<Agreed>(NOTHING_AGREED);
	const [gender, setGender] = useState("");
	const [error, setError] = useState<unknown>(null);
	const [phoneMissing, setPhoneMissing] = useState(false);
	const [pending, setPending] = useState(false);
	const attempt = useRef({ body: "", key: "" });

	const focus = (name: string) => form.current && focusField(form.current, name);

	/** The first thing that keeps the form from being sent. */
	const obstacle = (): string | null => {
		const failing = fields.validate();
		if (failing) return failing;
		if (id.state !== "free") {
			id.remind();
			return "loginUserId";
		}
		setPhoneMissing(phone.token === null);
		return phone.token === null ? "phoneNumber" : null;
	};

	/** The same input sent again is the same attempt; the server then repeats its first answer. */
	const keyOf = (body: SignUp): string => {
		const text = JSON.stringify(body);
		if (attempt.current.body !== text) attempt.current = { body: text, key: randomKey() };
		return attempt.current.key;
	};

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending || !isAllAgreed(agreed)) return;
		const failing = obstacle();
		if (failing) return void focus(failing);
		const ci = new FormData(event.currentTarget).get("ci");
		const body = signUpBody(values.current, gender, String(ci ?? ""), phone.token ?? "", agreed);
		setPending(true);
		setError(null);
		try {
			await signUp(body, keyOf(body));
		} catch (problem) {
			setError(problem);
			const marked = fields.showServerErrors(fieldMessages(problem));
			if (marked) focus(marked);
		}
		setPending(false);
	};

	return {
		form,
		fields,
		id,
		phone,
		agreed,
		setAgreed,
		gender,
		setGender,
		error,
		phoneMissing,
		pending,
		submit,
	};
}
