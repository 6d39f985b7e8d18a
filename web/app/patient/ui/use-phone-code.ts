import { useEffect, useRef, useState } from "react";
import { api } from "~/patient/api";
import { isProblem } from "~/shared/api/problem";

export const PHONE_CODE = /^[0-9]{6}$/;
const CODE_SECONDS = 180;
const MAX_ATTEMPTS = 5;

type State =
	| "none"
	| "sending"
	| "notSent"
	| "sent"
	| "verifying"
	| "incomplete"
	| "wrong"
	| "tooMany"
	| "expired"
	| "failed"
	| "done";

/** A confirmed number with its proof. */
export interface PhoneProof {
	phoneNumber: string;
	token: string;
}

export interface PhoneCode {
	state: State;
	secondsLeft: number;
	proof: PhoneProof | null;
	/** Why a code could not be sent (`notSent`) or verified (`failed`). */
	problem: unknown;
	send: (phoneNumber: string) => Promise<void>;
	verify: (phoneNumber: string, code: string) => Promise<void>;
	reset: () => void;
	/** Restores an earlier proof. */
	restore: (proof: PhoneProof) => void;
}

const requestCode = (phoneNumber: string) =>
	api.POST("/patients/phone-codes", { body: { phoneNumber } }).catch(() => ({ error: null, response: null }));

const verifyCode = (phoneNumber: string, code: string) =>
	api
		.POST("/patients/phone-codes/verify", { body: { phoneNumber, code } })
		.catch((thrown: unknown) => ({ data: undefined, error: thrown }));

/** Counts down the seconds while it is running. */
function useCountdown(isRunning: boolean, onEnd: () => void) {
	const [secondsLeft, setSecondsLeft] = useState(0);
	const endsAt = useRef(0);
	const end = useRef(onEnd);
	end.current = onEnd;
	const counting = isRunning && secondsLeft > 0;
	useEffect(() => {
		if (!counting) return;
		const timer = setInterval(() => {
			const left = Math.max(0, Math.round((endsAt.current - Date.now()) / 1000));
			setSecondsLeft(left);
			if (left === 0) end.current();
		}, 500);
		return () => clearInterval(timer);
	}, [counting]);
	const start = (seconds: number) => {
		endsAt.current = Date.now() + seconds * 1000;
		setSecondsLeft(seconds);
	};
	return { secondsLeft, start, stop: () => setSecondsLeft(0) };
}

/** Confirms a phone number by a code sent by SMS: six digits, three minutes, five attempts. */
export function usePhoneCode(): PhoneCode {
	const [state, setState] = useState<State>("none");
	const [proof, setProof] = useState<PhoneProof | null>(null);
	const [problem, setProblem] = useState<unknown>(null);
	/** Incremented for each code and number, so that responses for earlier ones are ignored. */
	const generation = useRef(0);
	const tries = useRef(0);
	/** Guards against a second press before the next render. */
	const isSending = useRef(false);
	const { secondsLeft, start, stop } = useCountdown(state !== "done" && state !== "tooMany", () =>
		setState("expired"),
	);

	const send = async (phoneNumber: string) => {
		if (isSending.current) return;
		isSending.current = true;
		generation.current += 1;
		const mine = generation.current;
		setState("sending");
		setProblem(null);
		const { error, response } = await requestCode(phoneNumber);
		isSending.current = false;
		if (mine !== generation.current) return;
		if (!response?.ok) {
			setProblem(error);
			return setState("notSent");
		}
		tries.current = 0;
		start(CODE_SECONDS);
		setState("sent");
	};

	const verify = async (phoneNumber: string, code: string) => {
		if (state === "verifying" || state === "done" || state === "tooMany" || secondsLeft === 0) return;
		if (!PHONE_CODE.test(code)) return setState("incomplete");
		const mine = generation.current;
		setState("verifying");
		const { data, error } = await verifyCode(phoneNumber, code);
		if (mine !== generation.current) return;
		if (data) {
			setProof({ phoneNumber, token: data.phoneToken });
			return setState("done");
		}
		// A lost or rate-limited request says nothing about the code.
		if (!isProblem(error) || error.code !== "code_mismatch") {
			setProblem(error);
			return setState("failed");
		}
		tries.current += 1;
		setState(tries.current >= MAX_ATTEMPTS ? "tooMany" : "wrong");
	};

	const reset = () => {
		generation.current += 1;
		setState("none");
		stop();
		setProof(null);
	};
	const restore = (known: PhoneProof) => {
		setProof(known);
		setState("done");
	};
	return { state, secondsLeft, proof, problem, send, verify, reset, restore };
}

/** Minutes and seconds: 2:05. */
export function formatCountdown(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
