import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";
import { saveFile } from "~/lib/save-file";

/** Brings one issued document to be saved: the address alone would not carry the session. */
export async function download(id: number, code: string, filename: string): Promise<void> {
	const params = { path: { id, code } };
	const call = api.GET("/patients/insurances/{id}/documents/{code}", { params, parseAs: "blob" });
	saveFile((await answered(call)) as unknown as Blob, filename);
}
