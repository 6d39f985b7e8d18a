import { useQuery } from "@tanstack/react-query";
import { isOpen } from "~/domain/tci/application";
import { $api } from "~/patient/api";

/** The same limit as on the result's page, so that both share one cached response. */
const RECENT_CHECKS_PARAMS = { params: { query: { limit: 50 } } };
/** The API's maximum: it cannot filter by status, and what is in progress can be older than what is done. */
const ALL_PARAMS = { params: { query: { limit: 100 } } };
/** Claims up to this status are still in progress. */
const CLAIM_ISSUING = 1;

/** The latest checks. */
export function useRecentChecks() {
	return useQuery($api.queryOptions("get", "/patients/tcis/self-check", RECENT_CHECKS_PARAMS));
}

/** The applications and claims in progress. `error`: why one of the lists could not be loaded. */
export function useUnderWay() {
	const applications = useQuery($api.queryOptions("get", "/patients/tcis", ALL_PARAMS));
	const claims = useQuery($api.queryOptions("get", "/patients/insurances", ALL_PARAMS));
	const missing = [applications, claims].filter(({ error, data }) => error && !data);
	return {
		error: missing[0]?.error ?? null,
		retry: () => missing.forEach(({ refetch }) => void refetch()),
		applications: (applications.data?.clinics ?? []).filter(({ status }) => isOpen(status)),
		claims: (claims.data?.insuranceClaims ?? []).filter(
			({ status, needToPayment, documents, downloadableUntil }) =>
				needToPayment ||
				(status >= 0 && status <= CLAIM_ISSUING) ||
				(documents.length > 0 && downloadableUntil !== null && new Date(downloadableUntil) > new Date()),
		),
	};
}
