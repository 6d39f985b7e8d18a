import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ConsentView } from "~/features/rights/consent-view";
import { recipientKey, type Standing, standings, useConsents } from "~/features/rights/consents";
import { HealthConsent } from "~/features/rights/health-consent";
import { ProvideConsent } from "~/features/rights/provide-consent";
import { TrainingConsent } from "~/features/rights/training-consent";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/rights.json";
import { pathTo } from "~/route-table";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("rights", ko);

export default function AccountConsents() {
	const consents = useConsents();
	if (consents.data) {
		return (
			<Frame>
				{standings(consents.data.consents).map((standing) => (
					<ConsentView key={`${standing.kind} ${recipientKey(standing.recipient)}`} standing={standing}>
						<WhatToDo standing={standing} />
					</ConsentView>
				))}
			</Frame>
		);
	}
	if (consents.error) return <LoadProblem error={consents.error} onRetry={() => void consents.refetch()} />;
	return (
		<Frame>
			<Skeleton className="h-72 rounded-card" />
			<Skeleton className="h-52 rounded-card" />
			<Skeleton className="h-52 rounded-card" />
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const { t } = useTranslation("rights");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t("consents.title")}</h1>
				<p className="mt-1 text-ink-600">{t("consents.text")}</p>
			</div>
			{children}
		</div>
	);
}

function WhatToDo({ standing }: { standing: Standing }) {
	const { t } = useTranslation("rights");
	if (standing.kind === "health") return <HealthConsent given={standing.current !== null} />;
	if (standing.kind === "training") return <TrainingConsent given={standing.current !== null} />;
	if (standing.kind === "provide") {
		const { current, recipient } = standing;
		if (!current || !recipient?.kind || recipient.id === null) return null;
		return <ProvideConsent recipient={{ kind: recipient.kind, id: recipient.id, name: recipient.name }} />;
	}
	return (
		<p className="text-meta text-ink-600">
			{t("consent.whileHere")}{" "}
			<Link to={pathTo("leave")} className="underline">
				{t("account.leave")}
			</Link>
		</p>
	);
}
