import { api } from "~/patient/api";
import { unwrap } from "~/shared/api/unwrap";
import { page } from "~/shared/lib/page";
import { webAddress } from "~/shared/lib/web-address";

/**
 * Lets the browser itself download an issued document: by an address that needs no session, opens once and ends after
 * minutes. A file that a script fetched is saved by no app's own browser.
 */
export async function download(id: number, code: string): Promise<void> {
	const params = { path: { id, code } };
	const { url } = await unwrap(api.POST("/patients/insurances/{id}/documents/{code}/links", { params }));
	const address = webAddress(url);
	if (address === null) throw new Error("no address to download from");
	page.leave(address);
}
