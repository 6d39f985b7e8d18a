import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { api } from "~/lib/api/client";
import type { Application } from "~/lib/api/types";
import { ShrinkFailure, shrink } from "~/lib/image/shrink";
import { StorageFailure, storePhoto } from "~/lib/image/store";
import { randomKey } from "~/lib/random-key";
import type { Phase } from "~/lib/tci/application";
import { useLookAgain, useTakeOver } from "./application-query";
import { problemText } from "./problem-text";

/** A photo on its way. What has been reached is kept, so that trying again does not store it twice. */
interface Attempt {
	file: Blob;
	phase: Phase;
	idempotencyKey: string;
	jpeg?: Blob;
	url?: string;
}

async function keyOf(jpeg: Blob): Promise<string> {
	const { data, error } = await api.POST("/institutions/tcis/generate", { body: { filename: "tongue.jpg" } });
	if (!data) throw error;
	await storePhoto(data, jpeg);
	return data.key;
}

async function attach(id: number, attempt: Attempt): Promise<Application> {
	attempt.jpeg ??= await shrink(attempt.file);
	attempt.url ??= await keyOf(attempt.jpeg);
	const { data, error } = await api.POST("/institutions/tcis/{id}/pictures", {
		params: { path: { id } },
		body: { url: attempt.url, phase: attempt.phase },
		headers: { "Idempotency-Key": attempt.idempotencyKey },
	});
	if (data) return data.clinic;
	attempt.url = undefined;
	throw error;
}

/** Sends a photo of one phase; the AI begins to read it at once. */
export function usePictureUpload(id: number) {
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(id);
	const mutation = useMutation({
		mutationFn: (attempt: Attempt) => attach(id, attempt),
		networkMode: "always",
		onSuccess: takeOver,
		onError: lookAgain,
	});
	const { variables, error } = mutation;
	const retryable = error !== null && !(error instanceof ShrinkFailure);
	return {
		isPending: mutation.isPending,
		error,
		pick: (file: File, phase: Phase) => mutation.mutate({ file, phase, idempotencyKey: randomKey() }),
		retry: retryable && variables ? () => mutation.mutate(variables) : null,
	};
}

/** What went wrong with a photo, in words to act on. */
export function photoProblem(t: TFunction<"clinic">, error: unknown): string {
	if (error instanceof ShrinkFailure) return t(`photo.${error.reason}`);
	if (error instanceof StorageFailure) return t("photo.storage");
	return problemText(t, error);
}
