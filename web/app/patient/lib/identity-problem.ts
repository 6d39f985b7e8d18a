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

/** Problems after which the same check may have another result later. */
const RETRYABLE: IdentityProblem[] = [
	"identity_pending",
	"too_many_requests",
	"unavailable",
	"unreachable",
	"unknown",
];

/** The API's codes of an outside party or server that does not respond. */
const UNAVAILABLE_CODES: unknown[] = ["identity_unavailable", "timeout"];

/** Maps a code to one that has a text. */
export function identityProblem(code: unknown): IdentityProblem {
	return (
		PROBLEMS.find((known) => known === code) ?? (UNAVAILABLE_CODES.includes(code) ? "unavailable" : "unknown")
	);
}

/** Why a check's result could not be fetched. A request without a response says nothing about the check. */
export function problemOf(error: unknown): IdentityProblem {
	return isProblem(error) ? identityProblem(error.code) : "unreachable";
}

/**
 * The failure of a check in the URL: a provider's `code` means failure. Its message is only tested, not shown, because
 * anybody can write a URL.
 */
export function refusalIn(query: URLSearchParams): IdentityProblem | null {
	const refusal = `${query.get("code") ?? ""} ${query.get("message") ?? ""}`;
	if (query.has("code")) return /cancel|취소|창을 닫/i.test(refusal) ? "cancelled" : "identity_failed";
	return query.get("identityVerificationId") ? null : "not_found";
}

/** Whether fetching the same check's result again may help. */
export function mayChange(problem: IdentityProblem): boolean {
	return RETRYABLE.includes(problem);
}
