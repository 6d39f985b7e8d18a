import { useEffect, useState } from "react";
import { digitsOf } from "~/domain/person/person";
import { useErrorText } from "~/patient/lib/use-error-text";
import { signUp } from "~/patient/session/session";
import { usePhoneCode } from "~/patient/ui/use-phone-code";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { useTenant } from "~/shared/lib/tenant";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { type Agreed, isAllAgreed, NOTHING_AGREED } from "./agreements";
import { forgetIdentity, useIdentity } from "./identity";
import { EMPTY, type SignUpOutput, type SignUpValues, STEPS, signUpSchema, stepOf } from "./schema";
import { signUpBody } from "./sign-up-body";
import { readSignUpDraft, useSignUpDraft } from "./sign-up-draft";
import { useIdCheck } from "./use-id-check";
import { useStep } from "./use-step";

/** The server does not take the identity (any more): another check is needed. */
function isIdentityRefused(error: unknown): boolean {
	const { ci, verificationId } = fieldMessages(error);
	return Boolean(ci || verificationId) || (isProblem(error) && error.code === "identity_required");
}

/** The sign-up form's state, its steps and its submission. */
export function useSignUp(socialToken: string | null) {
	const isHydrated = useHydrated();
	const [hasDraft, setDraft] = useState(false);
	const phone = usePhoneCode();
	const identity = useIdentity();
	const isIdentityRequired = useTenant()?.identityRequired ?? false;
	const asksIdentity = isIdentityRequired || identity.info !== null;
	const isConfirmed = asksIdentity ? identity.info !== null : phone.proof !== null;
	/** How often somebody tried to go on without being confirmed. */
	const [missing, setMissing] = useState(0);
	/** What the server refused, and the step where that can be put right. */
	const [refusal, setRefusal] = useState<{ problem: unknown; at: number } | null>(null);
	const [agreed, setAgreed] = useState<Agreed>(NOTHING_AGREED);
	const keyOf = useIdempotencyKey();

	const send = async (values: SignUpOutput) => {
		if (!isAllAgreed(agreed)) return;
		setRefusal(null);
		const phoneToken = phone.proof?.token;
		const body = signUpBody({ values, agreed, identity: identity.info, phoneToken, socialToken });
		await signUp(body, keyOf(body)).catch(takeBack);
	};
	const form = useApiForm({
		schema: signUpSchema,
		defaultValues: EMPTY,
		errorText: useErrorText(),
		onSubmit: send,
		onInvalid: (names) => void step.show(stepOf(names)),
	});
	const { getValues, setValue, setFocus, trigger } = form;
	const id = useIdCheck(
		() => getValues("loginUserId"),
		() => trigger("loginUserId", { shouldFocus: true }),
	);
	const step = useStep(STEPS.length, (at) => at === 0 || (isConfirmed && (at === 1 || id.state === "free")));

	/** Fills what is still empty: what was typed before this code came, or since, stays. */
	const fill = (values: Partial<SignUpValues>) => {
		for (const [name, value] of Object.entries(values) as [keyof SignUpValues, string][])
			if (getValues(name) === "") setValue(name, value);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser can be looked at
	useEffect(() => {
		const draft = isHydrated ? readSignUpDraft(socialToken) : null;
		if (!draft) return;
		fill(draft.values);
		if (draft.phone?.phoneNumber === digitsOf(getValues("phoneNumber"))) phone.restore(draft.phone);
		setDraft(true);
	}, [isHydrated]);
	const { info } = identity;
	useEffect(() => {
		if (!info) return;
		setValue("name", info.name);
		setValue("birth", info.birth);
		setValue("phoneNumber", info.phone);
	}, [info, setValue]);
	useSignUpDraft(() => ({ values: getValues(), phone: phone.proof, social: socialToken }));

	/** Leads to the step that has what the server refused; the message is shown there. */
	const takeBack = (problem: unknown) => {
		const messages = fieldMessages(problem);
		const isUnconfirmed = isIdentityRefused(problem) || Boolean(messages.phoneToken);
		if (isIdentityRefused(problem)) forgetIdentity();
		if (messages.phoneToken) phone.reset();
		if (messages.loginUserId) id.reset();
		if (isUnconfirmed) setMissing((times) => times + 1);
		const found = isUnconfirmed ? 0 : stepOf(Object.keys(messages));
		const at = found === -1 ? step.at : found;
		setRefusal({ problem, at });
		void step.show(at);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once the step is on the screen
	useEffect(() => {
		if (refusal?.at === step.at) form.showProblem(refusal.problem);
	}, [refusal, step.at]);

	/** Goes on when the step is complete; otherwise to what is missing. */
	const next = async () => {
		const isValid = await trigger(STEPS[step.at], { shouldFocus: true });
		// From now on an error goes as one types, and not when the field is left: that would move the button that is pressed.
		for (const name of STEPS[step.at] ?? []) setValue(name, getValues(name), { shouldTouch: true });
		if (step.at === 0 && !isConfirmed) {
			setMissing(missing + 1);
			if (isValid && !asksIdentity) setFocus("phoneNumber");
			return;
		}
		if (!isValid) return;
		if (step.at === 1 && !(await id.check())) return setFocus("loginUserId");
		await step.next();
	};

	return { form, fill, id, phone, identity, asksIdentity, missing, agreed, setAgreed, step, next, hasDraft };
}

export type SignUpState = ReturnType<typeof useSignUp>;
