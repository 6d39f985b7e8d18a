import { fetchWithin } from "~/lib/api/client";

const STORAGE_TIMEOUT_MS = 60_000;

/** Storage did not take the photo. */
export class StorageFailure extends Error {}

interface SignedForm {
	url: string;
	fields?: Record<string, string>;
}

/** Posts a photo with the form that the server signed, straight to object storage. */
export async function storePhoto({ url, fields }: SignedForm, jpeg: Blob): Promise<void> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
	form.append("file", jpeg, "tongue.jpg");
	const request = new Request(url, { method: "POST", body: form, credentials: "omit" });
	const response = await fetchWithin(STORAGE_TIMEOUT_MS, request);
	if (!response.ok) throw new StorageFailure();
}
