import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AGAIN } from "~/features/insurance/again";
import { draftAfter, followingOf } from "~/features/insurance/claim-body";
import { type ClaimDraft, emptyClaim } from "~/features/insurance/claim-draft";
import { useClaim } from "~/features/insurance/queries";
import { Wizard } from "~/features/insurance/wizard";
import { ClinicStep } from "~/features/tci/clinic-step";
import { useClinic } from "~/features/tci/queries";
import { bundleKo } from "~/i18n/i18n";
import type { Patient } from "~/lib/api/types";
import { idOf } from "~/lib/format";
import { useSession } from "~/lib/session";
import { useTenant } from "~/lib/tenant";
import insurance from "~/locales/ko/insurance.json";
import tci from "~/locales/ko/tci.json";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("insurance", insurance);
bundleKo("tci", tci);

const MailAddress = lazy(() => import("~/features/account/mail-address"));

export default function ApplyInsurance() {
	const { patient } = useSession();
	return (
		<div className="mx-auto max-w-[560px] pt-2">
			{patient ? <Begin key={patient.id} patient={patient} /> : <Skeleton className="h-40" />}
		</div>
	);
}

/** Looks first at what the address begins with: a clinic, or a paid claim that this one follows. */
function Begin({ patient }: { patient: Patient }) {
	const { t } = useTranslation("insurance");
	const tenant = useTenant();
	const [query] = useSearchParams();
	const following = followingOf(query);
	const prior = useClaim(following?.prior ?? null);
	const clinicId = idOf(query.get("institutionId") ?? undefined);
	const clinic = useClinic(clinicId);
	if (following && prior.error) {
		return <LoadProblem error={prior.error} onRetry={() => void prior.refetch()} />;
	}
	if (!tenant || (following && !prior.data) || (clinicId !== null && clinic.isPending)) {
		return <Skeleton className="h-40 rounded-[18px]" />;
	}
	const start = (): ClaimDraft | null => {
		const empty = emptyClaim(patient.id);
		if (following && prior.data) return draftAfter(prior.data.insuranceClaim, following.kind, empty);
		return clinic.data ? { ...empty, institution: clinic.data.institution } : null;
	};
	return (
		<>
			{following ? (
				<p className="mb-4 rounded-[16px] bg-mint-50 px-4 py-3 text-[14px] text-green-800">
					{t(`again.${following.kind as "reclaim"}.name`)} ·{" "}
					{t(`again.${following.kind as "reclaim"}.price`, AGAIN)}
				</p>
			) : null}
			<Wizard
				patient={patient}
				start={start}
				back={tenant?.residentDigits ?? 1}
				clinics={(choose) => <ClinicStep missing={clinicId !== null && clinic.isError} onChoose={choose} />}
				address={(slot) => (
					<Suspense fallback={<Skeleton className="h-60 rounded-[18px]" />}>
						<MailAddress {...slot} />
					</Suspense>
				)}
			/>
		</>
	);
}
