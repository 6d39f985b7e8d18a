import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField, FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

const schema = v.object({
	loginId: v.pipe(v.string(), v.trim(), v.nonEmpty("loginId")),
	password: v.pipe(v.string(), v.nonEmpty("password")),
});
type Rule = keyof typeof schema.entries;

interface Props {
	/** Signs in; rejects with the server's problem. */
	onSubmit: (credentials: v.InferOutput<typeof schema>) => Promise<void>;
	/** Shown below the button. */
	children?: ReactNode;
}

/** Sign-in by ID and password, for staff, users of hotels and operators. */
export function SignInForm({ onSubmit, children }: Props) {
	const { t } = useTranslation("credentials");
	const form = useApiForm({
		schema,
		defaultValues: { loginId: "", password: "" },
		errorText: (rule) => t(`signIn.error.${rule as Rule}`),
		onSubmit,
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={form.control}
				name="loginId"
				label={t("signIn.loginId")}
				autoComplete="username"
			/>
			<FormPasswordField
				control={form.control}
				name="password"
				label={t("signIn.password")}
				autoComplete="current-password"
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("signIn.submit")}
			</Button>
			{children}
		</Form>
	);
}
