import { isProblem } from "~/shared/api/problem";

const PROBLEMS = [
	"identity_failed",
	"identity_pending",
	"under_age",
	"already_registered",
	"not_found",
	"cancelled",
	"expired",
	"too_many_requests",
	"unavailable",
	"unreachable",
	"unknown",
] as const;
export type IdentityProblem = (typeof PROBLEMS)[number];

/** Of these the same check may have another result later. */
const RETRYABLE: IdentityProblem[] = [
	"identity_pending",
	"too_many_requests",
	"unavailable",
	"unreachable",
	"unknown",
];

/** The API's words for a party, or a server, that does not answer now. */
const UNAVAILABLE_CODES: unknown[] = ["identity_unavailable", "timeout"];

/** A code as one that has words. */
export function identityProblem(code: unknown): IdentityProblem {
	return (
		PROBLEMS.find((known) => known === code) ?? (UNAVAILABLE_CODES.includes(code) ? "unavailable" : "unknown")
	);
}

/** Why a check's result could not be had; a call without an answer says nothing about the check. */
export function problemOf(error: unknown): IdentityProblem {
	return isProblem(error) ? identityProblem(error.code) : "unreachable";
}

/**
 * What the address says of a check that did not end well: a `code` of the provider's means so. Its words are looked at
 * but not shown, as anybody can write an address.
 */
export function refusalIn(query: URLSearchParams): IdentityProblem | null {
	const refusal = `${query.get("code") ?? ""} ${query.get("message") ?? ""}`;
	if (query.has("code")) return /cancel|취소|창을 닫/i.test(refusal) ? "cancelled" : "identity_failed";
	return query.get("identityVerificationId") ? null : "not_found";
}

/** Whether to ask for the same check's result again. */
export function mayChange(problem: IdentityProblem): boolean {
	return RETRYABLE.includes(problem);
}
