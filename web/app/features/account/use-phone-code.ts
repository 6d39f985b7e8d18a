import { useEffect, useRef, useState } from "react";
import { api } from "~/lib/api/client";
import { isProblem, isStatus } from "~/lib/api/problem";

const CODE_SECONDS = 180;
const MAX_TRIES = 5;

type State = "none" | "sending" | "sent" | "verifying" | "wrong" | "tooMany" | "expired" | "notSent" | "done";

export interface PhoneCode {
	state: State;
	secondsLeft: number;
	token: string | null;
	/** The server's own words about a refusal, where it gave any. */
	detail: string | null;
	send: (phoneNumber: string) => Promise<void>;
	verify: (phoneNumber: string, code: string) => Promise<void>;
	reset: () => void;
}

/** The text-message code that confirms a phone number: six digits, three minutes, five tries. */
export function usePhoneCode(): PhoneCode {
	const [state, setState] = useState<State>("none");
	const [secondsLeft, setSecondsLeft] = useState(0);
	const [token, setToken] = useState<string | null>(null);
	const [detail, setDetail] = useState<string | null>(null);
	const tries = useRef(0);
	const endsAt = useRef(0);
	const counting = secondsLeft > 0 && state !== "done" && state !== "tooMany";

	useEffect(() => {
		if (!counting) return;
		const timer = setInterval(() => {
			const left = Math.max(0, Math.round((endsAt.current - Date.now()) / 1000));
			setSecondsLeft(left);
			if (left === 0) setState("expired");
		}, 500);
		return () => clearInterval(timer);
	}, [counting]);

	const send = async (phoneNumber: string) => {
		setState("sending");
		setDetail(null);
		const { error, response } = await api
			.POST("/patients/phone-codes", { body: { phoneNumber } })
			.catch(() => ({ error: undefined, response: null }));
		if (!response?.ok) {
			setDetail(isProblem(error) ? error.detail : null);
			setState("notSent");
			return;
		}
		tries.current = 0;
		endsAt.current = Date.now() + CODE_SECONDS * 1000;
		setSecondsLeft(CODE_SECONDS);
		setState("sent");
	};

	const verify = async (phoneNumber: string, code: string) => {
		if (state === "verifying" || state === "done" || state === "tooMany" || secondsLeft === 0) return;
		setState("verifying");
		const { data, error } = await api
			.POST("/patients/phone-codes/verify", { body: { phoneNumber, code } })
			.catch((thrown: unknown) => ({ data: undefined, error: thrown }));
		if (data) {
			setToken(data.phoneToken);
			setState("done");
			return;
		}
		if (isProblem(error)) tries.current += 1;
		setState(tries.current >= MAX_TRIES || isStatus(error, 429) ? "tooMany" : "wrong");
	};

	const reset = () => {
		setState("none");
		setSecondsLeft(0);
		setToken(null);
	};
	return { state, secondsLeft, token, detail, send, verify, reset };
}

/** 2:05 */
export function countdown(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
