import { type FormEvent, useState } from "react";
import { api } from "~/lib/api/client";
import { fieldMessages, isStatus } from "~/lib/api/problem";
import { digitsOf } from "~/lib/person";
import { findFields } from "./schema";
import { focusField } from "./sign-in-form";
import { useFields } from "./use-fields";
import type { Way } from "./way-choice";

/** What is looked for: the ID alone, or a new password for an ID that is known. */
export type Wanted = "id" | "password";

type Values = Record<keyof typeof findFields, string>;

function ask(wanted: Wanted, way: Way, values: Values) {
	const email = values.email.trim();
	const phone = digitsOf(values.phone);
	if (wanted === "id") {
		return api.POST("/patients/find-id", { body: way === "email" ? { email } : { phone } });
	}
	const reached = way === "email" ? { email } : { phoneNumber: phone };
	const loginUserId = values.loginUserId.trim();
	return api.POST("/patients/find-password", { body: { loginUserId, ...reached } });
}

/** The state of find ID and find password. */
export function useFind(wanted: Wanted) {
	const fields = useFields(findFields);
	const [way, setWay] = useState<Way>("email");
	const [result, setResult] = useState<"sent" | "missing" | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [pending, setPending] = useState(false);

	const send = async (form: HTMLFormElement) => {
		const failure = await ask(wanted, way, fields.values.current).then(
			({ response, error: problem }) => (response.ok ? null : problem),
			(thrown: unknown) => thrown,
		);
		if (failure === null) return setResult("sent");
		if (isStatus(failure, 404)) return setResult("missing");
		const { phoneNumber, ...others } = fieldMessages(failure);
		const marked = fields.showServerErrors(phoneNumber ? { ...others, phone: phoneNumber } : others);
		if (marked) focusField(form, marked);
		else setError(failure);
	};

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const failing = fields.validate(wanted === "id" ? [way] : ["loginUserId", way]);
		if (failing) return focusField(form, failing);
		if (pending) return;
		setPending(true);
		setError(null);
		await send(form);
		setPending(false);
	};

	return { fields, way, setWay, result, close: () => setResult(null), error, pending, submit };
}
