import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { localDate } from "~/lib/format";
import type { StaffClaim } from "~/lib/insurance/types";
import { useStaffSession } from "~/lib/staff-session";
import { Button } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { SelectField } from "~/ui/select-field";
import { Sheet } from "~/ui/sheet";
import { TextField } from "~/ui/text-field";
import { useForwardClaim, useOpenPayout } from "./claims-query";
import { problemText } from "./problem-text";

const METHODS = ["fax", "email", "post"] as const;
type Method = (typeof METHODS)[number];
const MAX_LENGTH = 200;

/** The task of sending the documents to the other insurer, and the record of it. */
export function ForwardCard({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const { staff } = useStaffSession();
	const { options, forwarded } = claim;
	if (!options.forwarding) return null;
	const mayOpen = staff?.permissions.includes("open_payout") ?? false;
	return (
		<section aria-labelledby="forward" className="card flex flex-col gap-3">
			<h2 id="forward" className="text-header">
				{t("forward.title")}
			</h2>
			<Facts
				facts={[
					[t("forward.insurer"), options.forwardTo?.name ?? "-"],
					...(forwarded
						? [
								[t("forward.method"), t(`forward.methods.${forwarded.method as Method}`)] as const,
								[t("forward.reference"), forwarded.reference] as const,
								[t("forward.sentAt"), localDate(forwarded.sentAt)] as const,
							]
						: []),
				]}
			/>
			{claim.status === 1 && mayOpen ? <Payout claim={claim} /> : null}
			{claim.status === 1 ? <RecordForm claim={claim} /> : null}
		</section>
	);
}

function RecordForm({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const record = useForwardClaim(claim.id);
	const [method, setMethod] = useState<string>(claim.forwarded?.method ?? "");
	const [reference, setReference] = useState(claim.forwarded?.reference ?? "");
	const [isTried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!method || !reference.trim() || record.isPending) return;
		record.mutate({ method, reference: reference.trim() });
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-3">
			<p className="text-[14px] text-ink-600">{t("forward.text")}</p>
			<SelectField
				label={t("forward.method")}
				name="method"
				nothing={t("forward.choose")}
				choices={METHODS.map((each) => [each, t(`forward.methods.${each}`)] as const)}
				defaultValue={method}
				error={isTried && !method ? t("forward.missing") : undefined}
				onChange={setMethod}
			/>
			<TextField
				name="reference"
				label={t("forward.reference")}
				hint={t("forward.referenceHint")}
				defaultValue={reference}
				error={isTried && !reference.trim() ? t("forward.missing") : undefined}
				maxLength={MAX_LENGTH}
				onChange={setReference}
			/>
			{record.error ? <Notice tone="danger">{problemText(t, record.error)}</Notice> : null}
			<Button type="submit" tone="secondary" isPending={record.isPending}>
				{t(claim.forwarded ? "forward.again" : "forward.do")}
			</Button>
		</form>
	);
}

/** Account and resident digits, shown once for the insurer's form after saying why. */
function Payout({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button tone="secondary" onPress={() => setOpen(true)}>
				{t("payout.open")}
			</Button>
			{isOpen ? <PayoutSheet claim={claim} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

function PayoutSheet({ claim, onClose }: { claim: StaffClaim; onClose: () => void }) {
	const { t } = useTranslation("claims");
	const open = useOpenPayout(claim.id);
	const [reason, setReason] = useState("");
	const [isTried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (reason.trim() && !open.isPending) open.mutate(reason.trim());
	};
	const shown = open.data;
	return (
		<Sheet title={t("payout.title")} onClose={onClose}>
			{shown ? (
				<div className="mt-3">
					<Facts
						facts={[
							[t("payout.account"), `${shown.bankName} ${shown.accountNumber}`],
							[t("payout.depositor"), shown.depositor],
							[t("payout.resident"), `${shown.residentFront}-${shown.residentBack}`],
						]}
					/>
					<p className="mt-3 text-meta text-ink-600">{t("payout.logged")}</p>
				</div>
			) : (
				<form onSubmit={submit} className="mt-3 flex flex-col gap-4">
					<TextField
						name="reason"
						label={t("payout.reason")}
						hint={t("payout.hint")}
						error={isTried && !reason.trim() ? t("payout.missing") : undefined}
						maxLength={MAX_LENGTH}
						onChange={setReason}
					/>
					{open.error ? <Notice tone="danger">{problemText(t, open.error)}</Notice> : null}
					<Button type="submit" isPending={open.isPending}>
						{t("payout.do")}
					</Button>
				</form>
			)}
		</Sheet>
	);
}
