import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { isProblem } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { SERVER_ERROR, useApiForm } from "~/shared/ui/form/use-api-form";

const schema = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")) });

interface Props {
	hint?: string;
	submit: string;
	/** Sends the code; rejects with the server's problem. */
	onCode: (code: string) => Promise<unknown>;
}

/** Form for a code of the authenticator app, or a recovery code. */
export function CodeForm({ hint, submit, onCode }: Props) {
	const { t } = useTranslation("credentials");
	const form = useApiForm({
		schema,
		defaultValues: { code: "" },
		errorText: () => t("code.missing"),
		onSubmit: async ({ code }) => {
			try {
				await onCode(code);
			} catch (problem) {
				if (!isProblem(problem) || problem.code !== "code_mismatch") throw problem;
				form.setError("code", { type: SERVER_ERROR, message: t("code.wrong") }, { shouldFocus: true });
			}
		},
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={form.control}
				name="code"
				label={t("code.label")}
				hint={hint}
				autoComplete="one-time-code"
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				{submit}
			</Button>
		</Form>
	);
}
