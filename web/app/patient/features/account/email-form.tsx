import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { emailField } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

const SCHEMA = v.object({ email: emailField });

/** Form for another e-mail address. */
export default function EmailForm({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("profile");
	const change = useChange();
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { email: "" },
		errorText: useErrorText(),
		onSubmit: ({ email }) =>
			change.mutateAsync({ part: "email", email }).then(onClose, (problem: unknown) => {
				if (!isOwnerConfirmRequired(problem)) throw problem;
			}),
	});
	return (
		<>
			<Form form={form} className="flex flex-col gap-3">
				<FormTextField
					control={form.control}
					name="email"
					label={t("email.new")}
					hint={t("email.text")}
					type="email"
					inputMode="email"
					autoComplete="email"
					isRequired
				/>
				<FormProblem form={form} />
				{isOwnerConfirmRequired(change.error) ? null : (
					<Button type="submit" isPending={form.isPending}>
						{t("email.send")}
					</Button>
				)}
			</Form>
			{isOwnerConfirmRequired(change.error) ? <OwnerConfirm onConfirmed={() => void form.submit()} /> : null}
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</>
	);
}
