import { api } from "~/patient/api";
import type { Tci } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { compressPhoto } from "~/shared/image/compress";
import { storePhoto } from "~/shared/image/store";

const LONG_POLL_SECONDS = 10;

export type Stage = "preparing" | "sending" | "reading";

/**
 * An upload in progress. Keeps the completed steps, so that a retry after a lost connection neither stores the photo
 * twice nor creates a second check.
 */
export interface Attempt {
	file: Blob;
	/** The check whose photo is replaced; undefined for a new check. */
	tciId?: number;
	/** The patient who picked the photo. */
	patientId?: number;
	/** The person in the photo; null for the account's holder. */
	personId: number | null;
	jpeg?: Blob;
	/** Key of the stored photo, and the idempotency key of the call that submits it. */
	key?: string;
}

/** The patient canceled the upload. */
export class UploadCanceled extends Error {}

/** Rejects with the signal's reason when it aborts. */
function rejectionOf(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason));
	});
}

/**
 * Shrinks, stores and submits a photo. Returns the check, whose reading may still be pending. `signal` aborts it until
 * it is submitted: afterwards the check may exist.
 */
export async function sendPhoto(
	attempt: Attempt,
	onStage: (stage: Stage) => void,
	signal: AbortSignal,
): Promise<Tci> {
	onStage("preparing");
	attempt.jpeg ??= await Promise.race([rejectionOf(signal), compressPhoto(attempt.file)]);
	onStage("sending");
	attempt.key ??= await uploadPhoto(attempt.jpeg, signal);
	signal.throwIfAborted();
	onStage("reading");
	const { tciId, key, personId } = attempt;
	return tciId === undefined ? createCheck(key, personId) : replacePhoto(tciId, key);
}

async function uploadPhoto(jpeg: Blob, signal: AbortSignal): Promise<string> {
	const data = await unwrap(
		api.POST("/patients/uploads", {
			body: { filename: "tongue.jpg", contentType: "image/jpeg", size: jpeg.size },
			signal,
		}),
	);
	await storePhoto(data, jpeg, signal);
	return data.key;
}

async function createCheck(url: string, personId: number | null): Promise<Tci> {
	const { tci } = await unwrap(
		api.POST("/patients/tcis/self-check", {
			body: personId === null ? { url } : { url, personId },
			headers: { Prefer: `wait=${LONG_POLL_SECONDS}`, "Idempotency-Key": url },
		}),
	);
	return tci;
}

async function replacePhoto(tciId: number, url: string): Promise<Tci> {
	const { tci } = await unwrap(
		api.PUT("/patients/tcis/self-check/{tciId}/picture", {
			params: { path: { tciId } },
			body: { url },
			headers: { "Idempotency-Key": url },
		}),
	);
	return tci;
}
