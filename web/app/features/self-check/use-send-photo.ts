import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isProblem, isStatus } from "~/lib/api/problem";
import type { Tci } from "~/lib/api/types";
import { ShrinkFailure } from "~/lib/image/shrink";
import { StorageFailure } from "~/lib/image/store";
import { randomKey } from "~/lib/random-key";
import { useSession } from "~/lib/session";
import { useTakeOver } from "./queries";
import { type Attempt, newAttempt, type Stage, sendPhoto } from "./send-photo";

/** The photo whose sending met a session that had run out: it waits, in memory only, for the same person's return. */
let waiting: Attempt | null = null;

/** Takes the waiting photo out, if it belongs here; another person's is dropped. */
function takeWaiting(patientId: number, tciId?: number): Attempt | null {
	const attempt = waiting;
	if (attempt?.patientId === patientId && attempt.tciId !== tciId) return null;
	waiting = null;
	return attempt?.patientId === patientId ? attempt : null;
}

/** Sends a photo and says how far it is; a second press while one is on its way does nothing. */
export function useSendPhoto(onDone: (tci: Tci) => void, tciId?: number, personId: number | null = null) {
	const { t } = useTranslation("selfCheck");
	const [stage, setStage] = useState<Stage>("preparing");
	const [last, setLast] = useState<Attempt | null>(null);
	const takeOver = useTakeOver();
	const patientId = useSession().patient?.id;
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => sendPhoto(attempt, setStage),
		networkMode: "always",
		onSuccess: (tci) => {
			takeOver(tci);
			onDone(tci);
		},
		onError: (error, attempt) => {
			// A photo that was refused is stored anew, as another attempt.
			if (isProblem(error)) Object.assign(attempt, { key: undefined, idempotencyKey: randomKey() });
			if (isStatus(error, 401)) waiting = attempt;
		},
	});
	const send = (attempt: Attempt) => {
		if (mutation.isPending) return;
		setLast(attempt);
		mutation.mutate(attempt);
	};
	const resume = useRef(send);
	resume.current = send;
	useEffect(() => {
		const attempt = patientId === undefined ? null : takeWaiting(patientId, tciId);
		if (attempt) resume.current(attempt);
	}, [patientId, tciId]);

	const retryable = mutation.error !== null && !(mutation.error instanceof ShrinkFailure);
	return {
		stage: mutation.isPending ? stage : null,
		error: mutation.error ? sendErrorText(t, mutation.error) : null,
		pick: (photo: File) => send(newAttempt(photo, tciId, patientId, personId)),
		retry: retryable && last ? () => send(last) : null,
	};
}

/** What went wrong, in words to act on. */
function sendErrorText(t: TFunction<"selfCheck">, error: unknown): string {
	if (error instanceof ShrinkFailure) return t(`upload.${error.reason}`);
	if (error instanceof StorageFailure) return t("upload.storage");
	if (isProblem(error)) return error.detail || error.title;
	return t("upload.network");
}
