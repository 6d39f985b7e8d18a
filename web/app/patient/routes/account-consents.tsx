import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/privacy.json";
import { ConsentSection } from "~/patient/features/privacy/consent-section";
import {
	type ConsentState,
	consentStates,
	recipientKey,
	useConsents,
} from "~/patient/features/privacy/consents";
import { HealthConsent } from "~/patient/features/privacy/health-consent";
import { PrivacyFrame } from "~/patient/features/privacy/privacy-frame";
import { ProvideConsent } from "~/patient/features/privacy/provide-consent";
import { TrainingConsent } from "~/patient/features/privacy/training-consent";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("privacy", ko);

export const handle: RouteHandle = { back: "/account", title: "consents" };

export default function AccountConsents() {
	const consents = useConsents();
	if (consents.data) {
		return (
			<PrivacyFrame page="consents">
				{consentStates(consents.data.consents).map((standing) => (
					<ConsentSection key={`${standing.kind} ${recipientKey(standing.recipient)}`} state={standing}>
						<WhatToDo state={standing} />
					</ConsentSection>
				))}
			</PrivacyFrame>
		);
	}
	if (consents.error) return <ErrorState error={consents.error} onRetry={() => void consents.refetch()} />;
	return (
		<PrivacyFrame page="consents">
			<Skeleton className="h-72 rounded-card" />
			<Skeleton className="h-52 rounded-card" />
			<Skeleton className="h-52 rounded-card" />
		</PrivacyFrame>
	);
}

function WhatToDo({ state }: { state: ConsentState }) {
	const { t } = useTranslation("privacy");
	if (state.kind === "health") return <HealthConsent isGiven={state.current !== null} />;
	if (state.kind === "training") return <TrainingConsent isGiven={state.current !== null} />;
	if (state.kind === "provide") {
		const { current, recipient } = state;
		if (!current || !recipient?.kind || recipient.id === null) return null;
		return <ProvideConsent recipient={{ kind: recipient.kind, id: recipient.id, name: recipient.name }} />;
	}
	return (
		<p className="text-meta text-ink-600">
			{t("consent.whileHere")}{" "}
			<Link to={href("/account/leave")} className="underline">
				{t("account.leave")}
			</Link>
		</p>
	);
}
