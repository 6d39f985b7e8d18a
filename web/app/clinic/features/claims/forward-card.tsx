import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useStaffSession } from "~/clinic/session/staff-session";
import type { StaffClaim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useForwardClaim, useOpenPayout } from "./claims-query";

const METHODS = ["fax", "email", "post"] as const;
type Method = (typeof METHODS)[number];
const MAX_LENGTH = 200;

const recordSchema = v.object({
	method: v.pipe(v.string(), v.nonEmpty("missing")),
	reference: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")),
});
const payoutSchema = v.object({ reason: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")) });

/** The task of sending the documents to the other insurer, and its record. */
export function ForwardCard({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const { staff } = useStaffSession();
	const { options, forwarded } = claim;
	const mayOpen = staff?.permissions.includes("open_payout") ?? false;
	return (
		<section aria-labelledby="forward" className="card flex flex-col gap-3">
			<h2 id="forward" className="text-header">
				{t("forward.title")}
			</h2>
			<DescriptionList
				items={[
					[t("forward.insurer"), options.forwardTo?.name ?? "-"],
					...(forwarded
						? [
								[t("forward.method"), t(`forward.methods.${forwarded.method as Method}`)] as const,
								[t("forward.reference"), forwarded.reference] as const,
								[t("forward.sentAt"), koreanDate(forwarded.sentAt)] as const,
							]
						: []),
				]}
			/>
			{claim.status === 1 && mayOpen ? <PayoutDetails claim={claim} /> : null}
			{claim.status === 1 ? <RecordForm claim={claim} /> : null}
		</section>
	);
}

function RecordForm({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const record = useForwardClaim(claim.id);
	const form = useApiForm({
		schema: recordSchema,
		defaultValues: {
			method: claim.forwarded?.method ?? "",
			reference: claim.forwarded?.reference ?? "",
		},
		errorText: () => t("forward.missing"),
		onSubmit: (body) => record.mutateAsync(body),
	});
	return (
		<Form form={form} className="flex flex-col gap-3">
			<p className="text-[14px] text-ink-600">{t("forward.text")}</p>
			<FormSelectField
				control={form.control}
				name="method"
				label={t("forward.method")}
				emptyText={t("forward.choose")}
				choices={METHODS.map((each) => [each, t(`forward.methods.${each}`)] as const)}
			/>
			<FormTextField
				control={form.control}
				name="reference"
				label={t("forward.reference")}
				hint={t("forward.referenceHint")}
				maxLength={MAX_LENGTH}
			/>
			<FormProblem form={form} />
			<Button type="submit" tone="secondary" isPending={form.isPending}>
				{t(claim.forwarded ? "forward.again" : "forward.do")}
			</Button>
		</Form>
	);
}

/** Shows account and resident digits once, for the insurer's form. Requires a reason. */
function PayoutDetails({ claim }: { claim: StaffClaim }) {
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
	const form = useApiForm({
		schema: payoutSchema,
		defaultValues: { reason: "" },
		errorText: () => t("payout.missing"),
		onSubmit: ({ reason }) => open.mutateAsync(reason),
	});
	const shown = open.data;
	return (
		<Dialog title={t("payout.title")} onClose={onClose}>
			{shown ? (
				<div className="mt-3">
					<DescriptionList
						items={[
							[t("payout.account"), `${shown.bankName} ${shown.accountNumber}`],
							[t("payout.depositor"), shown.depositor],
							[t("payout.resident"), `${shown.residentFront}-${shown.residentBack}`],
						]}
					/>
					<p className="mt-3 text-meta text-ink-600">{t("payout.logged")}</p>
				</div>
			) : (
				<Form form={form} className="mt-3 flex flex-col gap-4">
					<FormTextField
						control={form.control}
						name="reason"
						label={t("payout.reason")}
						hint={t("payout.hint")}
						maxLength={MAX_LENGTH}
					/>
					<FormProblem form={form} />
					<Button type="submit" isPending={form.isPending}>
						{t("payout.do")}
					</Button>
				</Form>
			)}
		</Dialog>
	);
}
