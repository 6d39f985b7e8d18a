import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { passwordField } from "~/domain/person/password";
import { SignOutButton } from "~/hotel/layouts/sign-out-button";
import { changePassword } from "~/hotel/session/hotel-session";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

type Rule = "present" | "password" | "tooLong" | "again";

/** The second password must be the first again; the present one is not asked for in place of a temporary one. */
const schemaOf = (isFirst: boolean) =>
	v.pipe(
		v.object({
			present: isFirst ? v.string() : v.pipe(v.string(), v.nonEmpty("present")),
			password: passwordField("password", "tooLong"),
			again: v.pipe(
				v.string(),
				v.transform((text) => text.normalize("NFC")),
			),
		}),
		v.forward(
			v.partialCheck([["password"], ["again"]], ({ password, again }) => password === again, "again"),
			["again"],
		),
	);

interface Props {
	/** In place of a temporary password, which has just signed in. */
	isFirst?: boolean;
	onDone?: () => void;
}

/** Sets one's own password. */
export function PasswordForm({ isFirst = false, onDone }: Props) {
	const { t } = useTranslation("hotel");
	const form = useApiForm({
		schema: schemaOf(isFirst),
		defaultValues: { present: "", password: "", again: "" },
		errorText: (rule) => t(`password.error.${rule as Rule}`),
		onSubmit: async ({ present, password }) => {
			await changePassword(isFirst ? { password } : { present, password });
			form.reset();
			onDone?.();
		},
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			{isFirst ? null : (
				<FormPasswordField
					control={form.control}
					name="present"
					label={t("password.present")}
					autoComplete="current-password"
				/>
			)}
			<FormPasswordField
				control={form.control}
				name="password"
				deps={["again"]}
				label={t("password.new")}
				hint={t("password.hint")}
				autoComplete="new-password"
			/>
			<FormPasswordField
				control={form.control}
				name="again"
				label={t("password.again")}
				autoComplete="new-password"
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
				{t("password.submit")}
			</Button>
			{isFirst ? <SignOutButton look="form" /> : null}
		</Form>
	);
}
