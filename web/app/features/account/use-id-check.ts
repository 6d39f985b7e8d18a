import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "~/lib/api/client";
import { problemText } from "./problem-text";

type State = "unchecked" | "checking" | "free" | "taken" | "failed";

export interface IdCheck {
	state: State;
	message: string | null;
	check: () => void;
	reset: () => void;
	/** Says that the check is still to be done. */
	remind: () => void;
}

/** The duplicate check of the login ID. `ready` says whether the ID is worth asking about. */
export function useIdCheck(value: () => string, ready: () => boolean): IdCheck {
	const { t } = useTranslation("account");
	const [state, setState] = useState<State>("unchecked");
	const [message, setMessage] = useState<string | null>(null);
	const asked = useRef(0);

	const ask = async () => {
		if (!ready() || state === "checking") return;
		asked.current += 1;
		const turn = asked.current;
		setState("checking");
		setMessage(null);
		const answer = await api
			.GET("/patients/valid-id", { params: { query: { userId: value() } } })
			.catch((error: unknown) => ({ data: undefined, error }));
		if (turn !== asked.current) return;
		if (!answer.data) {
			setState("failed");
			setMessage(problemText(t, answer.error));
			return;
		}
		setState(answer.data.isValid ? "free" : "taken");
		setMessage(answer.data.isValid ? null : t("id.taken"));
	};

	return {
		state,
		message,
		check: () => void ask(),
		reset: () => {
			asked.current += 1;
			setState("unchecked");
			setMessage(null);
		},
		remind: () => setMessage(t("id.uncheckedError")),
	};
}
