import { useState } from "react";
import { useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import insurance from "~/locales/ko/insurance.json";
import tci from "~/locales/ko/tci.json";
import {
	draftAfter,
	type FollowUpClaim,
	matchesAddress,
	parseFollowUp,
} from "~/patient/features/insurance/claim-body";
import { type ClaimDraft, emptyClaim, readClaim } from "~/patient/features/insurance/claim-draft";
import { useClaim } from "~/patient/features/insurance/queries";
import { STEP } from "~/patient/features/insurance/use-step";
import { Wizard } from "~/patient/features/insurance/wizard";
import { ClinicStep } from "~/patient/features/tci/clinic-step";
import { useClinic } from "~/patient/features/tci/queries";
import { useSession } from "~/patient/session/session";
import type { Institution, Patient } from "~/shared/api/types";
import { parseId } from "~/shared/lib/format";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useTenant, useTenantQuery } from "~/shared/lib/tenant";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("insurance", insurance);
bundleKo("tci", tci);

export const handle: RouteHandle = {
	back: "/",
	title: "applyInsurance",
	// A claim that follows another one has a fixed clinic.
	steps: { firstTitle: "findClinic", isFirst: (query) => !query.has(STEP) && parseFollowUp(query) === null },
};

export default function ApplyInsurance() {
	const { patient } = useSession();
	const [query] = useSearchParams();
	const followUp = parseFollowUp(query);
	// Another patient, or a claim that follows another one, gets fresh state.
	const key = [patient?.id, followUp?.kind, followUp?.prior].join();
	return (
		<div className="mx-auto max-w-[560px] pt-2">
			{patient ? (
				<ClaimStart key={key} patient={patient} followUp={followUp} />
			) : (
				<Skeleton className="h-40 rounded-[18px]" />
			)}
		</div>
	);
}

interface Props {
	patient: Patient;
	followUp: FollowUpClaim | null;
}

/** Loads what the URL names before the wizard starts: a clinic, or the paid claim that this one follows. */
function ClaimStart({ patient, followUp }: Props) {
	const tenant = useTenant();
	const tenantQuery = useTenantQuery();
	const [query] = useSearchParams();
	const prior = useClaim(followUp?.prior ?? null);
	const [clinicId] = useState(() => parseId(query.get("institutionId") ?? undefined));
	const clinic = useClinic(clinicId);
	if (followUp && prior.error) {
		return <ErrorState error={prior.error} onRetry={() => void prior.refetch()} />;
	}
	if (!tenant && tenantQuery.error) {
		return <ErrorState error={tenantQuery.error} onRetry={() => void tenantQuery.refetch()} />;
	}
	if (!tenant || (followUp && !prior.data) || (clinicId !== null && clinic.isPending)) {
		return <Skeleton className="h-40 rounded-[18px]" />;
	}
	const stored = readClaim(patient.id);
	const initial = (): ClaimDraft => {
		if (stored && matchesAddress(stored, followUp) && isAt(stored, clinic.data?.institution)) return stored;
		const empty = emptyClaim(patient.id);
		if (followUp && prior.data) return draftAfter(prior.data.insuranceClaim, followUp.kind, empty);
		return { ...empty, institution: clinic.data?.institution ?? null };
	};
	return (
		<Wizard
			patient={patient}
			initial={initial}
			back={tenant.residentDigits ?? 1}
			clinics={(choose) => <ClinicStep missing={clinicId !== null && clinic.isError} onChoose={choose} />}
		/>
	);
}

/** Whether a stored draft is for the clinic in the URL, if there is one. */
const isAt = (draft: ClaimDraft, clinic: Institution | undefined): boolean =>
	clinic === undefined || draft.institution?.id === clinic.id;
