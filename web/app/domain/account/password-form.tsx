import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { passwordField } from "~/domain/person/password";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

type Rule = "currentPassword" | "password" | "tooLong" | "verifyPassword";

/** Both entries of the new password must match. The current one is not required when it is temporary. */
const schemaOf = (isFirst: boolean) =>
	v.pipe(
		v.object({
			currentPassword: isFirst ? v.string() : v.pipe(v.string(), v.nonEmpty("currentPassword")),
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

/** A new password, with the current one unless that is temporary. */
interface PasswordChange {
	currentPassword?: string;
	password: string;
}

interface Props {
	/** Replaces the temporary password of the current sign-in. */
	isFirst?: boolean;
	/** Sets the password; rejects with the server's problem. */
	onSubmit: (change: PasswordChange) => Promise<void>;
	onDone?: () => void;
	/** Shown below the button. */
	children?: ReactNode;
}

/** Sets a new password, for staff, users of hotels and operators. */
export function PasswordForm({ isFirst = false, onSubmit, onDone, children }: Props) {
	const { t } = useTranslation("credentials");
	const form = useApiForm({
		schema: schemaOf(isFirst),
		defaultValues: { currentPassword: "", password: "", verifyPassword: "" },
		errorText: (rule) => t(`password.error.${rule as Rule}`),
		// the hotels' API uses another name
		serverNames: { present: "currentPassword" },
		onSubmit: async ({ currentPassword, password }) => {
			await onSubmit(isFirst ? { password } : { currentPassword, password });
			form.reset();
			onDone?.();
		},
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			{isFirst ? null : (
				<FormPasswordField
					control={form.control}
					name="currentPassword"
					label={t("password.current")}
					autoComplete="current-password"
				/>
			)}
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
				{t(isFirst ? "password.first" : "password.change")}
			</Button>
			{children}
		</Form>
	);
}
