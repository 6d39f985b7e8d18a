import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { passwordField } from "~/domain/person/password";
import { SignOutButton } from "~/ops/layouts/sign-out-button";
import { changeOperatorPassword } from "~/ops/session/operator-session";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

type Rule = "currentPassword" | "password" | "tooLong" | "verifyPassword";

/** The second password must be the first again; the present one is not asked for in place of a temporary one. */
const schemaOf = (withCurrent: boolean) =>
	v.pipe(
		v.object({
			currentPassword: withCurrent ? v.pipe(v.string(), v.nonEmpty("currentPassword")) : v.string(),
			password: passwordField("password", "tooLong"),
			verifyPassword: v.pipe(
				v.string(),
				v.transform((text) => text.normalize("NFC")),
			),
		}),
		v.forward(
			v.partialCheck(
				[["password"], ["verifyPassword"]],
				({ password, verifyPassword }) => password === verifyPassword,
				"verifyPassword",
			),
			["verifyPassword"],
		),
	);

interface Props {
	/** Asks for the present password; not in place of a temporary one, which has just signed in. */
	withCurrent?: boolean;
	onDone?: () => void;
}

/** Sets one's own password. */
export function PasswordForm({ withCurrent = false, onDone }: Props) {
	const { t } = useTranslation("ops");
	const form = useApiForm({
		schema: schemaOf(withCurrent),
		defaultValues: { currentPassword: "", password: "", verifyPassword: "" },
		errorText: (rule) => t(`password.error.${rule as Rule}`),
		onSubmit: async ({ currentPassword, password }) => {
			await changeOperatorPassword(withCurrent ? { currentPassword, password } : { password });
			onDone?.();
		},
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			{withCurrent ? (
				<FormPasswordField
					control={form.control}
					name="currentPassword"
					label={t("password.current")}
					autoComplete="current-password"
				/>
			) : null}
			<FormPasswordField
				control={form.control}
				name="password"
				deps={["verifyPassword"]}
				label={t("password.new")}
				hint={t("password.hint")}
				autoComplete="new-password"
			/>
			<FormPasswordField
				control={form.control}
				name="verifyPassword"
				label={t("password.again")}
				autoComplete="new-password"
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("password.submit")}
			</Button>
			{withCurrent ? null : <SignOutButton />}
		</Form>
	);
}
