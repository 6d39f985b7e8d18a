import { fetchWithin } from "~/shared/api/client";

const STORAGE_TIMEOUT_MS = 60_000;

/** The object storage rejected the file. */
export class StorageError extends Error {}

interface SignedForm {
	url: string;
	fields?: Record<string, string>;
}

/** Posts a file directly to object storage, with the form that the server signed, until `signal` aborts. */
export async function storeFile(
	{ url, fields }: SignedForm,
	file: File,
	signal: AbortSignal | null = null,
): Promise<void> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
	form.append("file", file, file.name);
	const request = new Request(url, { method: "POST", body: form, credentials: "omit", signal });
	const response = await fetchWithin(STORAGE_TIMEOUT_MS, request);
	if (!response.ok) throw new StorageError();
}

/** Posts a photo in the same way. */
export function storePhoto(form: SignedForm, jpeg: Blob, signal?: AbortSignal): Promise<void> {
	return storeFile(form, new File([jpeg], "tongue.jpg", { type: jpeg.type }), signal);
}
