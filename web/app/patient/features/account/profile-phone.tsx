import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { personFields } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import { usePhoneCode } from "~/patient/ui/use-phone-code";
import { maskPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

const PhoneField = lazy(() =>
	import("~/patient/ui/phone-field").then((module) => ({ default: module.PhoneField })),
);

const SCHEMA = v.object({ phoneNumber: personFields.phoneNumber });

/** The mobile number. A code to the new number confirms a change. */
export function ProfilePhone({ phoneNumber }: { phoneNumber: string }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const [done, setDone] = useState(false);
	return (
		<section aria-labelledby="profile-phone" className="card flex flex-col gap-3">
			<h2 id="profile-phone" className="text-header">
				{tAccount("field.phoneNumber")}
			</h2>
			<p className="number">{maskPhone(phoneNumber)}</p>
			{done ? <Notice tone="info">{t("phone.done")}</Notice> : null}
			{isOpen ? (
				<PhoneForm
					onDone={() => {
						setOpen(false);
						setDone(true);
					}}
					onClose={() => setOpen(false)}
				/>
			) : (
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t("change")}
				</Button>
			)}
		</section>
	);
}

function PhoneForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
	const { t } = useTranslation("profile");
	const phone = usePhoneCode();
	const change = useChange();
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { phoneNumber: "" },
		errorText: useErrorText(),
		onSubmit: async ({ phoneNumber }) => {
			if (!phone.proof) return;
			const phoneToken = phone.proof.token;
			await change
				.mutateAsync({ part: "phone", phoneNumber, phoneToken })
				.then(onDone, (problem: unknown) => {
					if (isOwnerConfirmRequired(problem)) return;
					phone.reset();
					throw problem;
				});
		},
	});
	const isOwnerAsked = isOwnerConfirmRequired(change.error);
	return (
		<>
			<Form form={form} className="flex flex-col gap-3">
				<p className="text-meta text-ink-600">{t("phone.text")}</p>
				<Suspense>
					<PhoneField phone={phone} />
				</Suspense>
				<FormProblem form={form} />
				{isOwnerAsked ? null : (
					<Button type="submit" isDisabled={phone.state !== "done"} isPending={form.isPending}>
						{t("save")}
					</Button>
				)}
			</Form>
			{isOwnerAsked ? <OwnerConfirm onConfirmed={() => void form.submit()} /> : null}
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</>
	);
}
