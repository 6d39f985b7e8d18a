import { useState } from "react";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { infoFields } from "./schema";
import { CLINIC, INFO, INSURER, type Step } from "./use-step";

/** The step in which a rejected claim can be corrected; null if it is the one that submitted it. */
function stepOf(code: string, fields: readonly string[]): Step | null {
	if (code === "not_selectable" || fields.includes("institutionId")) return CLINIC;
	if (code === "consent_required") return INSURER;
	if (fields.includes("insurerId") || fields.includes("consented")) return INSURER;
	return fields.some((field) => field in infoFields) ? INFO : null;
}

/** Navigates to the step in which a rejected claim can be corrected. */
export function useRefusal(back: (to: Step) => void) {
	const [refusal, setRefusal] = useState<{ step: Step; error: unknown; text: string } | null>(null);
	/** Returns whether there is such a step. */
	const handleRejection = (error: unknown): boolean => {
		if (!isProblem(error)) return false;
		const messages = fieldMessages(error);
		const step = stepOf(error.code, Object.keys(messages));
		if (step === null) return false;
		setRefusal({ step, error, text: Object.values(messages)[0] ?? error.detail });
		back(step);
		return true;
	};
	return { refusal, handleRejection, forget: () => setRefusal(null) };
}
