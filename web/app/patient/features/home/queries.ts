import { useQuery } from "@tanstack/react-query";
import { isOpen } from "~/domain/tci/application";
import { $api } from "~/patient/api";

/** The same limit as on the result's page, so that both share one cached response. */
const RECENT_CHECKS_PARAMS = { params: { query: { limit: 50 } } };
const LATEST_PARAMS = { params: { query: { limit: 5 } } };
/** Claims up to this status are still in progress. */
const CLAIM_ISSUING = 1;

/** The latest checks, and the applications and claims in progress. */
export function useToday() {
	const checks = useQuery($api.queryOptions("get", "/patients/tcis/self-check", RECENT_CHECKS_PARAMS));
	const applications = useQuery($api.queryOptions("get", "/patients/tcis", LATEST_PARAMS));
	const claims = useQuery($api.queryOptions("get", "/patients/insurances", LATEST_PARAMS));
	return {
		checks: checks.data?.tcis,
		error: checks.error,
		applications: (applications.data?.clinics ?? []).filter(({ status }) => isOpen(status)),
		claims: (claims.data?.insuranceClaims ?? []).filter(
			({ status, needToPayment, downloadableUntil }) =>
				needToPayment ||
				(status >= 0 && status <= CLAIM_ISSUING) ||
				(downloadableUntil !== null && new Date(downloadableUntil) > new Date()),
		),
	};
}
