import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

interface Props {
	submit: string;
	tone?: "danger";
	/** Sends the password; rejects with the server's problem. */
	onPassword: (password: string) => Promise<unknown>;
}

const SCHEMA = v.object({ currentPassword: v.pipe(v.string(), v.nonEmpty("missing")) });

/** Form for the current password. A session alone must not allow changes that could lock the owner out. */
export function CurrentPassword({ submit, tone, onPassword }: Props) {
	const { t } = useTranslation("clinicAccount");
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { currentPassword: "" },
		errorText: () => t("current.missing"),
		onSubmit: ({ currentPassword }) => onPassword(currentPassword),
	});
	return (
		<Form form={form} className="mt-3 flex flex-col gap-3">
			<FormPasswordField
				control={form.control}
				name="currentPassword"
				label={t("current.label")}
				autoComplete="current-password"
			/>
			<FormProblem form={form} />
			<Button type="submit" tone={tone ?? "primary"} isPending={form.isPending}>
				{submit}
			</Button>
		</Form>
	);
}
