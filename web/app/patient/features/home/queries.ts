import { useQuery } from "@tanstack/react-query";
import { isOpen } from "~/domain/tci/application";
import { $api } from "~/patient/api";

/** The same limit as on the result's page, so that both share one cached response. */
const RECENT = { params: { query: { limit: 50 } } };
const FEW = { params: { query: { limit: 5 } } };
/** Claims up to this status are still in progress. */
const CLAIM_ISSUING = 1;

/** The latest checks, and the applications and claims in progress. */
export function useToday() {
	const checks = useQuery($api.queryOptions("get", "/patients/tcis/self-check", RECENT));
	const applications = useQuery($api.queryOptions("get", "/patients/tcis", FEW));
	const claims = useQuery($api.queryOptions("get", "/patients/insurances", FEW));
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
