import type { Tint } from "~/shared/ui/badge";
import type { Claim, DocumentCode } from "./types";

export type ClaimState = "canceled" | "requested" | "issuing" | "downloadable";

/** The state of a claim's status number. */
export function claimStateOf(status: number): ClaimState {
	if (status < 0) return "canceled";
	if (status === 0) return "requested";
	return status === 1 ? "issuing" : "downloadable";
}

/** The state as the patient sees it. A claim without its own documents only sends those of an earlier claim. */
export function patientStateOf({ status, documents }: Claim): ClaimState | "sent" {
	const state = claimStateOf(status);
	return state === "downloadable" && documents.length === 0 ? "sent" : state;
}

export const CLAIM_TINTS: Record<ClaimState | "sent", Tint> = {
	canceled: "quiet",
	requested: "warning",
	issuing: "success",
	downloadable: "mint",
	sent: "mint",
};

export const DOCUMENTS: readonly DocumentCode[] = ["medical_bill_receipt", "detailed_statement"];
export const ACCIDENT_TYPES = ["disease", "injury", "dental", "traffic", "other"] as const;

type OrderState = "waiting" | "paid" | "refunded" | "ended";

/** The state of an order as the payer sees it. An unknown status counts as waiting. */
export function orderStateOf(status: string): OrderState {
	if (status === "paid") return "paid";
	if (status === "refunding" || status === "refunded") return "refunded";
	return status === "failed" || status === "canceled" || status === "expired" ? "ended" : "waiting";
}
