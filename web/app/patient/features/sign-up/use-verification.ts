import { useEffect, useRef, useState } from "react";
import { api } from "~/patient/api";
import { type IdentityProblem, problemOf } from "~/patient/lib/identity-problem";
import { isProblem } from "~/shared/api/problem";
import type { Verification } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 1_000;

async function fetchVerification(verificationId: string): Promise<Verification> {
	for (let left = MAX_ATTEMPTS - 1; ; left -= 1) {
		try {
			const params = { path: { verificationId } };
			return (await unwrap(api.GET("/patients/identity/{verificationId}", { params }))).verification;
		} catch (error) {
			if (left === 0 || !isProblem(error) || error.code !== "identity_pending") throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
	}
}

interface Callbacks {
	onDone: (verification: Verification) => void;
	onProblem: (problem: IdentityProblem) => void;
}

/** Fetches a check's result once. A pending result is retried a few times. */
export function useVerification(verificationId: string | null, ends: Callbacks) {
	const [problem, setProblem] = useState<IdentityProblem | null>(null);
	const lastId = useRef<string | null>(null);

	const check = async (id: string) => {
		setProblem(null);
		try {
			ends.onDone(await fetchVerification(id));
		} catch (error) {
			const found = problemOf(error);
			setProblem(found);
			ends.onProblem(found);
		}
	};

	const start = useRef(check);
	start.current = check;
	useEffect(() => {
		if (!verificationId || lastId.current === verificationId) return;
		lastId.current = verificationId;
		void start.current(verificationId);
	}, [verificationId]);

	return { problem, again: () => verificationId && void check(verificationId) };
}
