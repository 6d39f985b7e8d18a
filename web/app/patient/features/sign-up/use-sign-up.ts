import { useState } from "react";
import { digitsOf } from "~/domain/person/person";
import { useErrorText } from "~/patient/lib/use-error-text";
import { signUp } from "~/patient/session/session";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { type AgreementState, isAllAgreed, NO_AGREEMENTS } from "./agreements";
import { EMPTY, type SignUpOutput, type SignUpValues, STEPS, signUpSchema, stepOf } from "./schema";
import { signUpBody } from "./sign-up-body";
import { useRestoredDraft, useSignUpDraft } from "./sign-up-draft";
import { useConfirmation, useIdentityValues } from "./use-confirmation";
import { useIdCheck } from "./use-id-check";
import { useRefusal } from "./use-refusal";
import { useStep } from "./use-step";

/** The sign-up form's state, its steps and its submission. */
export function useSignUp(socialToken: string | null) {
	const [agreed, setAgreed] = useState<AgreementState>(NO_AGREEMENTS);
	const confirmation = useConfirmation();
	const { phone, identity, asksIdentity, isConfirmed, missing } = confirmation;
	const keyOf = useIdempotencyKey();

	const send = async (values: SignUpOutput) => {
		if (!isAllAgreed(agreed)) return;
		refusal.forget();
		const phoneToken = phone.proof?.token;
		const body = signUpBody({ values, agreed, identity: identity.info, phoneToken, socialToken });
		await signUp(body, keyOf(body)).catch(refusal.handleRejection);
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

	/** Sets fields that are still empty; input typed before or since hydration stays. */
	const fill = (values: Partial<SignUpValues>) => {
		for (const [name, value] of Object.entries(values) as [keyof SignUpValues, string][])
			if (getValues(name) === "") setValue(name, value);
	};
	const hasDraft = useRestoredDraft(socialToken, (draft) => {
		fill(draft.values);
		if (draft.phone?.phoneNumber === digitsOf(getValues("phoneNumber"))) phone.restore(draft.phone);
	});
	useIdentityValues(identity, setValue);
	useSignUpDraft(() => ({
		// The values of the identity are filled in again as long as it is stored.
		values: identity.info ? { ...getValues(), name: "", birth: "", phoneNumber: "" } : getValues(),
		phone: phone.proof,
		social: socialToken,
	}));

	const refusal = useRefusal({ confirmation, id, step, showProblem: form.showProblem });

	/** Goes to the next step if this one is complete, otherwise to what is missing. */
	const next = async () => {
		const isValid = await trigger(STEPS[step.at], { shouldFocus: true });
		// Marked as touched, so that errors disappear while typing. On blur they would move the button that is being
		// pressed.
		for (const name of STEPS[step.at] ?? []) setValue(name, getValues(name), { shouldTouch: true });
		if (step.at === 0 && !isConfirmed) {
			confirmation.reportMissing();
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
