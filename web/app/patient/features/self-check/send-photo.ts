import { api } from "~/patient/api";
import type { Tci } from "~/shared/api/types";
import { shrink } from "~/shared/image/shrink";
import { storePhoto } from "~/shared/image/store";
import { randomKey } from "~/shared/lib/random-key";

const WAIT_SECONDS = 10;

export type Stage = "preparing" | "sending" | "reading";

/**
 * One photo on its way. What has been reached is kept, so that trying again after a lost connection neither sends the
 * photo twice nor makes a second check.
 */
export interface Attempt {
	file: Blob;
	/** The check whose photo is replaced; a new check when absent. */
	tciId?: number;
	idempotencyKey: string;
	/** Who picked the photo. */
	patientId?: number;
	/** Whose tongue it is; null for the holder of the account. */
	personId: number | null;
	jpeg?: Blob;
	key?: string;
}

export function newAttempt(
	file: Blob,
	tciId?: number,
	patientId?: number,
	personId: number | null = null,
): Attempt {
	return { file, tciId, patientId, personId, idempotencyKey: randomKey() };
}

/** Shrinks, stores and submits a photo; returns the check, read already or not yet. */
export async function sendPhoto(attempt: Attempt, onStage: (stage: Stage) => void): Promise<Tci> {
	onStage("preparing");
	attempt.jpeg ??= await shrink(attempt.file);
	onStage("sending");
	attempt.key ??= await store(attempt.jpeg);
	onStage("reading");
	const { tciId, key, personId } = attempt;
	return tciId === undefined
		? create(key, personId, attempt.idempotencyKey)
		: replace(tciId, key, attempt.idempotencyKey);
}

async function store(jpeg: Blob): Promise<string> {
	const { data, error } = await api.POST("/patients/uploads", {
		body: { filename: "tongue.jpg", contentType: "image/jpeg", size: jpeg.size },
	});
	if (!data) throw error;
	await storePhoto(data, jpeg);
	return data.key;
}

async function create(url: string, personId: number | null, idempotencyKey: string): Promise<Tci> {
	const { data, error } = await api.POST("/patients/tcis/self-check", {
		body: personId === null ? { url } : { url, personId },
		headers: { Prefer: `wait=${WAIT_SECONDS}`, "Idempotency-Key": idempotencyKey },
	});
	if (!data) throw error;
	return data.tci;
}

async function replace(tciId: number, url: string, idempotencyKey: string): Promise<Tci> {
	const { data, error } = await api.PUT("/patients/tcis/self-check/{tciId}/picture", {
		params: { path: { tciId } },
		body: { url },
		headers: { "Idempotency-Key": idempotencyKey },
	});
	if (!data) throw error;
	return data.tci;
}
