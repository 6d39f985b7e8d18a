import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { api } from "~/clinic/api";
import type { Phase } from "~/domain/tci/application";
import { photoErrorText } from "~/domain/tongue/photo-error";
import { isRejection } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { compressPhoto } from "~/shared/image/compress";
import { PhotoError } from "~/shared/image/decode";
import { StorageError, storePhoto } from "~/shared/image/store";
import { useInvalidateApplication, useSetApplicationCache } from "./application-query";

/** An upload in progress. Keeps the completed steps, so that a retry does not store the photo twice. */
interface Attempt {
	file: Blob;
	phase: Phase;
	jpeg?: Blob;
	/** Key of the stored photo, and the idempotency key of the call that adds it. */
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
	const { url, phase } = attempt;
	const call = api.POST("/institutions/tcis/{id}/pictures", {
		params: { path: { id } },
		body: { url, phase },
		headers: { "Idempotency-Key": url },
	});
	return (await unwrap(call)).clinic;
}

/** Uploads a photo of one phase; the AI starts to read it at once. */
export function usePictureUpload(id: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => attachPicture(id, attempt),
		networkMode: "always",
		onSuccess: setCache,
		onError: (error, attempt) => {
			// A rejected photo is stored again.
			if (isRejection(error)) attempt.url = undefined;
			return invalidate();
		},
	});
	const { variables, error } = mutation;
	const retryable = error !== null && !(error instanceof PhotoError);
	return {
		isPending: mutation.isPending,
		error,
		pick: (file: File, phase: Phase) => mutation.mutate({ file, phase }),
		retry: retryable && variables ? () => mutation.mutate(variables) : null,
	};
}

/** Error text of a failed upload, with what to do. */
export function photoProblem(t: TFunction<"clinic">, tongue: TFunction<"tongue">, error: unknown): string {
	if (error instanceof PhotoError) return photoErrorText(tongue, error);
	if (error instanceof StorageError) return t("photo.storage");
	return problemText(error);
}
