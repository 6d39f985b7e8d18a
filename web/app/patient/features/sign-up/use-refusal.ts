import { useEffect, useState } from "react";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { forgetIdentity } from "./identity";
import { stepOf } from "./schema";
import type { Confirmation } from "./use-confirmation";
import type { IdCheck } from "./use-id-check";
import type { useStep } from "./use-step";

interface Options {
	confirmation: Confirmation;
	id: IdCheck;
	step: ReturnType<typeof useStep>;
	showProblem: (problem: unknown) => void;
}

/** Whether the server rejects the identity, so that another check is needed. */
function isIdentityRefused(error: unknown): boolean {
	const { ci, verificationId } = fieldMessages(error);
	return Boolean(ci || verificationId) || (isProblem(error) && error.code === "identity_required");
}

/** Navigates to the step with the rejected field, and shows the message there. */
export function useRefusal({ confirmation, id, step, showProblem }: Options) {
	const [refusal, setRefusal] = useState<{ problem: unknown; at: number } | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once the step is rendered
	useEffect(() => {
		if (refusal?.at === step.at) showProblem(refusal.problem);
	}, [refusal, step.at]);

	const handleRejection = (problem: unknown) => {
		const messages = fieldMessages(problem);
		const isUnconfirmed = isIdentityRefused(problem) || Boolean(messages.phoneToken);
		if (isIdentityRefused(problem)) forgetIdentity();
		if (messages.phoneToken) confirmation.phone.reset();
		if (messages.loginUserId) id.reset();
		if (isUnconfirmed) confirmation.reportMissing();
		const found = isUnconfirmed ? 0 : stepOf(Object.keys(messages));
		const at = found === -1 ? step.at : found;
		setRefusal({ problem, at });
		void step.show(at);
	};
	return { handleRejection, forget: () => setRefusal(null) };
}
