import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { photoFailureText } from "~/domain/tongue/photo-failure";
import { useSession } from "~/patient/session/session";
import { isProblem, isStatus } from "~/shared/api/problem";
import type { Tci } from "~/shared/api/types";
import { ShrinkFailure } from "~/shared/image/decode";
import { StorageFailure } from "~/shared/image/store";
import { randomKey } from "~/shared/lib/random-key";
import { useSetResultCache } from "./queries";
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
	const { t: tTongue } = useTranslation("tongue");
	const [stage, setStage] = useState<Stage>("preparing");
	const [last, setLast] = useState<Attempt | null>(null);
	const setCache = useSetResultCache();
	const patientId = useSession().patient?.id;
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => sendPhoto(attempt, setStage),
		networkMode: "always",
		onSuccess: (tci) => {
			setCache(tci);
			onDone(tci);
		},
		onError: (error, attempt) => {
			// A photo that was refused is stored again, as another attempt.
			if (isProblem(error)) Object.assign(attempt, { key: undefined, idempotencyKey: randomKey() });
			if (isStatus(error, 401)) waiting = attempt;
		},
	});
	// Not the mutation's own state: a second press right after the first would not see it yet.
	const isSending = useRef(false);
	const send = (attempt: Attempt) => {
		if (isSending.current) return;
		isSending.current = true;
		setLast(attempt);
		mutation.mutate(attempt, {
			onSettled: () => {
				isSending.current = false;
			},
		});
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
		error: mutation.error ? sendErrorText(t, tTongue, mutation.error) : null,
		/** The photo that could not be sent and is still here. */
		kept: retryable ? (last?.jpeg ?? null) : null,
		pick: (photo: File) => send(newAttempt(photo, tciId, patientId, personId)),
		retry: retryable && last ? () => send(last) : null,
	};
}

/** What went wrong, in words to act on. */
function sendErrorText(t: TFunction<"selfCheck">, tTongue: TFunction<"tongue">, error: unknown): string {
	if (error instanceof ShrinkFailure) return photoFailureText(tTongue, error);
	if (error instanceof StorageFailure) return t("upload.storage");
	if (isProblem(error)) return error.detail || error.title;
	return t("upload.network");
}
