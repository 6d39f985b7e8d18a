import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { personFields } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import { PhoneField } from "~/patient/ui/phone-field";
import { usePhoneCode } from "~/patient/ui/use-phone-code";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

const SCHEMA = v.object({ phoneNumber: personFields.phoneNumber });

/** Form for another mobile number. A code to it confirms the change. */
export default function PhoneForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
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
	const isConfirmRequired = isOwnerConfirmRequired(change.error);
	return (
		<>
			<Form form={form} className="flex flex-col gap-3">
				<p className="text-meta text-ink-600">{t("phone.text")}</p>
				<PhoneField phone={phone} />
				<FormProblem form={form} />
				{isConfirmRequired ? null : (
					<Button type="submit" isDisabled={phone.state !== "done"} isPending={form.isPending}>
						{t("save")}
					</Button>
				)}
			</Form>
			{isConfirmRequired ? <OwnerConfirm onConfirmed={() => void form.submit()} /> : null}
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</>
	);
}
