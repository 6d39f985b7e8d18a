import { api } from "~/patient/api";
import { unwrap } from "~/shared/api/unwrap";
import { page } from "~/shared/lib/page";
import { webAddress } from "~/shared/lib/web-address";

/**
 * Downloads an issued document by a one-time URL that needs no session and expires within minutes. In-app browsers
 * cannot save a blob that a script fetched.
 */
export async function download(id: number, code: string): Promise<void> {
	const params = { path: { id, code } };
	const { url } = await unwrap(api.POST("/patients/insurances/{id}/documents/{code}/links", { params }));
	const address = webAddress(url);
	if (address === null) throw new Error("no address to download from");
	page.leave(address);
}
