import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "~/patient/api";
import { problemText } from "~/shared/api/problem-text";
import { unwrap } from "~/shared/api/unwrap";

export interface IdCheck {
	state: "unchecked" | "checking" | "free" | "taken" | "failed";
	/** Why the ID cannot be used, or is not checked yet. */
	message: string | null;
	/** Resolves to whether the ID is available. An available ID is not checked again. */
	check: () => Promise<boolean>;
	reset: () => void;
}

/** Availability check of the login ID. `isReady`: whether the ID is valid and worth checking. */
export function useIdCheck(value: () => string, isReady: () => Promise<boolean>): IdCheck {
	const { t } = useTranslation("account");
	const [state, setState] = useState<IdCheck["state"]>("unchecked");
	const [problem, setProblem] = useState<unknown>(null);
	const checks = useRef(0);

	const check = async () => {
		if (state === "free") return true;
		if (state === "checking" || !(await isReady())) return false;
		checks.current += 1;
		const generation = checks.current;
		setState("checking");
		try {
			const query = { userId: value() };
			const { isValid } = await unwrap(api.GET("/patients/valid-id", { params: { query } }));
			if (generation !== checks.current) return false;
			setState(isValid ? "free" : "taken");
			return isValid;
		} catch (failure) {
			if (generation !== checks.current) return false;
			setProblem(failure);
			setState("failed");
			return false;
		}
	};
	const message = state === "taken" ? t("id.taken") : state === "failed" ? problemText(problem) : null;
	const reset = () => {
		checks.current += 1;
		setState("unchecked");
	};
	return { state, message, check, reset };
}
