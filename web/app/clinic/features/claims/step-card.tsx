import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffClaim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";
import { useChangeClaim } from "./claims-query";
import { useRefundText } from "./refund-text";
import { RefuseDialog } from "./refuse-dialog";

const MAX_LENGTH = 40;

type MissingItem = "document" | "signature" | "tracking_number" | "forwarding";

/** The next step of a claim: accept it, release its documents, enter the tracking number, or refuse it. */
export function StepCard({ claim }: { claim: StaffClaim }) {
	if (claim.status === 0) return <AcceptStep claim={claim} />;
	if (claim.status === 1) return <ReleaseStep claim={claim} />;
	if (claim.status === 2) return <ReleasedStep claim={claim} />;
	return <CanceledStep claim={claim} />;
}

function CanceledStep({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const refund = useRefundText(claim);
	return (
		<StepSection title={t("next.canceled")}>
			<p className="text-ink-600">{claim.canceledReason ?? t("next.byPatient")}</p>
			{refund ? <DescriptionList items={[[t("refund.name"), refund]]} /> : null}
		</StepSection>
	);
}

function StepSection({ title, error, children }: { title: string; error?: unknown; children?: ReactNode }) {
	return (
		<section aria-labelledby="step" className="card flex flex-col gap-3">
			<h2 id="step" className="text-header">
				{title}
			</h2>
			{error ? <Notice tone="danger">{fieldProblemText(error)}</Notice> : null}
			{children}
		</section>
	);
}

function AcceptStep({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const change = useChangeClaim(claim.id);
	return (
		<StepSection title={t("next.take")} error={change.error}>
			<p className="text-ink-600">{t(claim.needToPayment ? "next.unpaid" : "next.takeText")}</p>
			<Button
				isPending={change.isPending}
				isDisabled={claim.needToPayment}
				onPress={() => change.mutate({ status: 1 })}
			>
				{t("next.takeDo")}
			</Button>
			<RefuseButton claim={claim} />
		</StepSection>
	);
}

function ReleaseStep({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const change = useChangeClaim(claim.id);
	const [tracking, setTracking] = useState("");
	const [isAsking, setAsking] = useState(false);
	const number = tracking.trim();
	// The release sends the tracking number.
	const missing = claim.missing.filter((each) => each !== "tracking_number" || number === "");
	const release = () =>
		change.mutate(
			{ status: 2, ...(number ? { trackingNumber: number } : {}) },
			{ onSettled: () => setAsking(false) },
		);
	return (
		<StepSection title={t("next.release")} error={change.error}>
			<p className="text-ink-600">{t(missing.length === 0 ? "next.releaseText" : "next.notWhole")}</p>
			{missing.length > 0 ? (
				<ul className="list-disc pl-5 text-[14px]">
					{missing.map((each) => (
						<li key={each}>{t(`next.missing.${each as MissingItem}`)}</li>
					))}
				</ul>
			) : null}
			<TrackingField claim={claim} onChange={setTracking} />
			<Button isPending={change.isPending} isDisabled={missing.length > 0} onPress={() => setAsking(true)}>
				{t("next.releaseDo")}
			</Button>
			<RefuseButton claim={claim} />
			{isAsking ? (
				<Dialog title={t("release.title")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("release.text", { name: claim.insuredName })}</p>
					<div className="mt-5 flex flex-col gap-2.5">
						<Button isPending={change.isPending} onPress={release}>
							{t("release.do")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("release.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</StepSection>
	);
}

function ReleasedStep({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const change = useChangeClaim(claim.id);
	const [tracking, setTracking] = useState(claim.trackingNumber ?? "");
	const number = tracking.trim();
	return (
		<StepSection title={t("next.done")} error={change.error}>
			<TrackingField claim={claim} onChange={setTracking} />
			{claim.options.registeredMail ? (
				<Button
					tone="secondary"
					isPending={change.isPending}
					isDisabled={!number || number === claim.trackingNumber}
					onPress={() => change.mutate({ trackingNumber: number })}
				>
					{t("next.trackingDo")}
				</Button>
			) : null}
			<RefuseButton claim={claim} />
		</StepSection>
	);
}

/** The tracking number, for claims sent by registered mail. */
function TrackingField({ claim, onChange }: { claim: StaffClaim; onChange: (number: string) => void }) {
	const { t } = useTranslation("claims");
	if (!claim.options.registeredMail) return null;
	return (
		<TextField
			name="trackingNumber"
			label={t("next.tracking")}
			hint={t("next.trackingHint")}
			defaultValue={claim.trackingNumber ?? ""}
			maxLength={MAX_LENGTH}
			onChange={onChange}
		/>
	);
}

function RefuseButton({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const [isRefusing, setRefusing] = useState(false);
	return (
		<>
			<Button tone="quiet" className="text-ink-600!" onPress={() => setRefusing(true)}>
				{t(claim.status === 2 ? "refuse.openReleased" : "refuse.open")}
			</Button>
			{isRefusing ? <RefuseDialog claim={claim} onClose={() => setRefusing(false)} /> : null}
		</>
	);
}
