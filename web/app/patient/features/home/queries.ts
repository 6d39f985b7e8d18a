import { useQuery } from "@tanstack/react-query";
import { isOpen } from "~/domain/tci/application";
import { $api } from "~/patient/api";

/** As many as the result's page asks for: one answer serves both. */
const RECENT = { params: { query: { limit: 50 } } };
const FEW = { params: { query: { limit: 5 } } };
/** A claim up to this state is under way. */
const CLAIM_ISSUING = 1;

/** What a patient comes back for: the last checks, and what is under way. */
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
