import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { isProblem } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

interface Props {
	hint?: string;
	submit: string;
	onCode: (code: string) => Promise<unknown>;
}

const schema = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")) });
type Rule = "missing" | "wrong";

/** Takes a code of the authenticator app, or a recovery code. */
export function CodeForm({ hint, submit, onCode }: Props) {
	const { t } = useTranslation("ops");
	const form = useApiForm({
		schema,
		defaultValues: { code: "" },
		errorText: (rule) => t(`code.error.${rule as Rule}`),
		onSubmit: ({ code }) => onCode(code),
	});
	const isWrong = isProblem(form.failure) && form.failure.code === "code_mismatch";
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={form.control}
				name="code"
				label={t("code.label")}
				hint={hint}
				autoComplete="one-time-code"
				error={isWrong ? t("code.error.wrong") : undefined}
			/>
			{isWrong ? null : <FormProblem form={form} />}
			<Button type="submit" isPending={form.isPending}>
				{submit}
			</Button>
		</Form>
	);
}
