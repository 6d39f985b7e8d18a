import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { photoErrorText } from "~/domain/tongue/photo-error";
import { useSession } from "~/patient/session/session";
import { isFromApi, isRejection, isStatus } from "~/shared/api/problem";
import type { Tci } from "~/shared/api/types";
import { PhotoError } from "~/shared/image/decode";
import { StorageError } from "~/shared/image/store";
import { useSetResultCache } from "./queries";
import { type Attempt, type Stage, sendPhoto, UploadCanceled } from "./send-photo";

/** The photo whose upload failed because the session had expired. Kept in memory until the same patient signs in again. */
let waiting: Attempt | null = null;

/** Takes the waiting photo if it belongs here; another patient's is discarded. */
function takeWaiting(patientId: number, tciId?: number): Attempt | null {
	const attempt = waiting;
	if (attempt?.patientId === patientId && attempt.tciId !== tciId) return null;
	waiting = null;
	return attempt?.patientId === patientId ? attempt : null;
}

/** Uploads a photo and reports its progress. Ignores a second press while an upload is in progress. */
export function useSendPhoto(onDone: (tci: Tci) => void, tciId?: number, personId: number | null = null) {
	const { t } = useTranslation("selfCheck");
	const { t: tTongue } = useTranslation("tongue");
	const [stage, setStage] = useState<Stage>("preparing");
	const [last, setLast] = useState<Attempt | null>(null);
	const setCache = useSetResultCache();
	const patientId = useSession().patient?.id;
	const controller = useRef<AbortController | null>(null);
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => {
			controller.current = new AbortController();
			return sendPhoto(attempt, setStage, controller.current.signal);
		},
		networkMode: "always",
		onSuccess: (tci) => {
			setCache(tci);
			onDone(tci);
		},
		onError: (error, attempt) => {
			// A rejected photo is stored again.
			if (isRejection(error)) attempt.key = undefined;
			if (isStatus(error, 401)) waiting = attempt;
		},
	});
	// A ref, since the mutation's state would not be updated before a second press.
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

	const { error } = mutation;
	const isCanceled = error instanceof UploadCanceled;
	const retryable = error !== null && !(error instanceof PhotoError);
	const photo = last?.jpeg ?? (isCanceled ? last?.file : null);
	return {
		stage: mutation.isPending ? stage : null,
		error: error ? sendErrorText(t, tTongue, error) : null,
		/** Whether the patient canceled the upload. */
		isCanceled,
		/** The photo that was not sent and can be retried. */
		unsent: retryable ? (photo ?? null) : null,
		/** Stops the upload, as long as nothing has been submitted. */
		cancel: () => controller.current?.abort(new UploadCanceled()),
		pick: (file: File) => send({ file, tciId, patientId, personId }),
		retry: retryable && last ? () => send(last) : null,
	};
}

/** Error text with what to do. */
function sendErrorText(t: TFunction<"selfCheck">, tTongue: TFunction<"tongue">, error: unknown): string {
	if (error instanceof PhotoError) return photoErrorText(tTongue, error);
	if (error instanceof StorageError) return t("upload.storage");
	if (isFromApi(error)) return error.detail || error.title;
	return t("upload.network");
}
