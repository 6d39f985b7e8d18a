import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useHealthConsent } from "./health-consent-query";

const HealthConsentSheet = lazy(() => import("./health-consent-sheet"));

/** Whether photos may be added. Patients with an account consent in the app; walk-ins sign here or on paper. */
export function HealthConsentCard({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const consent = useHealthConsent(application.id);
	const [isOpen, setOpen] = useState(false);
	if (!consent.data) {
		return consent.error ? (
			<Notice
				tone="danger"
				title={t("healthConsent.unknown")}
				action={
					<Button tone="secondary" isPending={consent.isFetching} onPress={() => void consent.refetch()}>
						{t("action.retry", { ns: "common" })}
					</Button>
				}
			>
				{problemText(consent.error)}
			</Notice>
		) : null;
	}
	const { allowed, recorded } = consent.data;
	const isWalkIn = application.kind === "walk_in";
	if (allowed && !recorded) return null;
	if (recorded) {
		return (
			<p className="text-meta text-ink-600">
				{t(recorded.kind === "paper" ? "healthConsent.onPaper" : "healthConsent.signed", {
					signer: recorded.signer,
					date: koreanDate(recorded.givenAt),
					paper: recorded.paperReference ?? "",
				})}
			</p>
		);
	}
	return (
		<Notice
			tone="warning"
			title={t("healthConsent.title")}
			action={
				isWalkIn ? (
					<Button tone="secondary" onPress={() => setOpen(true)}>
						{t("healthConsent.record")}
					</Button>
				) : null
			}
		>
			{t(isWalkIn ? "healthConsent.text" : "healthConsent.inApp")}
			{isOpen ? (
				<Suspense>
					<HealthConsentSheet application={application} onClose={() => setOpen(false)} />
				</Suspense>
			) : null}
		</Notice>
	);
}
