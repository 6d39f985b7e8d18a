import type { Tci } from "~/shared/api/types";

export type Progress = "none" | "reading" | "read" | "failed" | "done";

/** Progress of one of the two pictures. */
export function progressOf(tci: Tci | null): Progress {
	if (!tci?.tciPicture) return "none";
	if (tci.status === 2) return "done";
	if (tci.failure) return "failed";
	return tci.status === 1 ? "read" : "reading";
}
