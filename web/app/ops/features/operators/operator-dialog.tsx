import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { ROLES, roleText } from "~/ops/lib/role-text";
import type { Operator } from "~/ops/types";
import { maxLength } from "~/shared/lib/text-rules";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox, FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useAddOperator, usePutOperator } from "./queries";

const schema = v.object({
	loginId: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9]{4,20}$/, "loginId")),
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("name"), maxLength(50, "name")),
	role: v.string(),
	active: v.boolean(),
});
type Rule = "loginId" | "name";

interface Props {
	/** The account to change; omitted for a new one. */
	operator?: Operator;
	onDone: (loginId: string, temporaryPassword: string | null) => void;
	onClose: () => void;
}

/** Creates or changes an operator's account. */
export function OperatorDialog({ operator, onDone, onClose }: Props) {
	const { t } = useTranslation("opsRecords");
	const add = useAddOperator();
	const put = usePutOperator();
	const form = useApiForm({
		schema,
		defaultValues: {
			loginId: operator?.loginId ?? "",
			name: operator?.name ?? "",
			role: operator?.role ?? "viewer",
			active: operator?.active ?? true,
		},
		errorText: (rule) => t(`operators.error.${rule as Rule}`),
		onSubmit: async ({ loginId, name, role, active }) => {
			const made = operator
				? await put.mutateAsync({ id: operator.id, name, role, active })
				: await add.mutateAsync({ loginId, name, role });
			onDone(made.operator.loginId, made.temporaryPassword);
		},
	});
	return (
		<Dialog title={t(operator ? "operators.changeTitle" : "operators.add")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				{operator ? null : (
					<FormTextField
						control={form.control}
						name="loginId"
						label={t("operators.loginId")}
						hint={t("operators.error.loginId")}
						autoComplete="off"
					/>
				)}
				<FormTextField control={form.control} name="name" label={t("operators.name")} autoComplete="off" />
				<FormSelectField
					control={form.control}
					name="role"
					label={t("operators.role")}
					choices={ROLES.map((role) => [role, roleText(role)] as const)}
				/>
				<p className="text-meta text-ink-600">{t("operators.roles")}</p>
				{operator ? (
					<FormCheckbox control={form.control} name="active" title={t("operators.maySignIn")}>
						{t("operators.maySignInText")}
					</FormCheckbox>
				) : null}
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(operator ? "operators.save" : "operators.make")}
				</Button>
			</Form>
		</Dialog>
	);
}
