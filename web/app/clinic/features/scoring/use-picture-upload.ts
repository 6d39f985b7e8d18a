import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { api } from "~/clinic/api";
import type { Phase } from "~/domain/tci/application";
import { photoErrorText } from "~/domain/tongue/photo-error";
import { isProblem } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { compressPhoto } from "~/shared/image/compress";
import { PhotoError } from "~/shared/image/decode";
import { StorageError, storePhoto } from "~/shared/image/store";
import { randomKey } from "~/shared/lib/random-key";
import { useInvalidateApplication, useSetApplicationCache } from "./application-query";

/** An upload in progress. Keeps the completed steps, so that a retry does not store the photo twice. */
interface Attempt {
	file: Blob;
	phase: Phase;
	idempotencyKey: string;
	jpeg?: Blob;
	url?: string;
}

async function keyOf(applicationId: number, jpeg: Blob): Promise<string> {
	const body = { filename: "tongue.jpg", applicationId };
	const data = await unwrap(api.POST("/institutions/tcis/generate", { body }));
	await storePhoto(data, jpeg);
	return data.key;
}

async function attachPicture(id: number, attempt: Attempt): Promise<Application> {
	attempt.jpeg ??= await compressPhoto(attempt.file);
	attempt.url ??= await keyOf(id, attempt.jpeg);
	const { data, error } = await api.POST("/institutions/tcis/{id}/pictures", {
		params: { path: { id } },
		body: { url: attempt.url, phase: attempt.phase },
		headers: { "Idempotency-Key": attempt.idempotencyKey },
	});
	if (data) return data.clinic;
	// A rejected photo is stored again under another URL, which needs another idempotency key.
	if (isRejection(error)) Object.assign(attempt, { url: undefined, idempotencyKey: randomKey() });
	throw error;
}

/** Whether the server added no picture. A server error can follow the commit, and a call in progress can still succeed. */
function isRejection(error: unknown): boolean {
	return isProblem(error) && error.status < 500 && error.code !== "in_progress";
}

/** Uploads a photo of one phase; the AI starts to read it at once. */
export function usePictureUpload(id: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => attachPicture(id, attempt),
		networkMode: "always",
		onSuccess: setCache,
		onError: invalidate,
	});
	const { variables, error } = mutation;
	const retryable = error !== null && !(error instanceof PhotoError);
	return {
		isPending: mutation.isPending,
		error,
		pick: (file: File, phase: Phase) => mutation.mutate({ file, phase, idempotencyKey: randomKey() }),
		retry: retryable && variables ? () => mutation.mutate(variables) : null,
	};
}

/** Error text of a failed upload, with what to do. */
export function photoProblem(t: TFunction<"clinic">, tongue: TFunction<"tongue">, error: unknown): string {
	if (error instanceof PhotoError) return photoErrorText(tongue, error);
	if (error instanceof StorageError) return t("photo.storage");
	return problemText(error);
}
