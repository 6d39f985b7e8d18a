import { answered, claimsApi } from "~/lib/insurance/api";

const KEPT_MS = 60_000;

/** Brings one issued document and hands it to the browser to be saved: the address alone would not carry the session. */
export async function download(id: number, code: string, filename: string): Promise<void> {
	const params = { path: { id, code } };
	const call = claimsApi.GET("/patients/insurances/{id}/documents/{code}", { params, parseAs: "blob" });
	const pdf = (await answered(call)) as unknown as Blob;
	const address = URL.createObjectURL(pdf);
	const link = document.createElement("a");
	link.href = address;
	link.download = filename;
	document.body.append(link);
	link.click();
	link.remove();
	// Some browsers read it only after the press is over.
	setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
