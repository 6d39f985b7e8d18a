import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { ROLES, useCreateStaff } from "~/clinic/lib/staff-query";
import { MAX_NAME_LENGTH } from "~/domain/person/person";
import { maxLength, printable } from "~/shared/lib/text-rules";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { RoleSelect } from "./role-select";

/** Validation rules of a new account; each names its error text. */
export const memberFields = {
	loginId: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9]{4,20}$/, "loginId")),
	name: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty("name"),
		maxLength(MAX_NAME_LENGTH, "tooLong"),
		printable("format"),
	),
};
const schema = v.object(memberFields);
type Rule = keyof typeof memberFields | "tooLong" | "format";

/** Creates an account and shows its temporary password once. */
export function NewMember({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const [role, setRole] = useState<string>(ROLES[1]);
	const createStaff = useCreateStaff();
	const form = useApiForm({
		schema,
		defaultValues: { loginId: "", name: "" },
		errorText: (rule) => t(`staff.error.${rule as Rule}`),
		onSubmit: (member) => createStaff.mutateAsync({ ...member, role }),
	});
	if (createStaff.data) {
		const { staff, temporaryPassword } = createStaff.data;
		return (
			<Dialog title={t("staff.made")} onClose={onClose}>
				<p className="mt-2 text-ink-600">{t("staff.madeText", { name: staff.name })}</p>
				{temporaryPassword ? (
					<output className="number mt-4 block rounded-[16px] bg-mint-50 px-5 py-4 text-center text-[24px] font-extrabold tracking-wide select-all">
						{temporaryPassword}
					</output>
				) : null}
				<p className="mt-2 text-meta text-ink-600">{t(temporaryPassword ? "staff.once" : "staff.shown")}</p>
				<Button className="mt-5 w-full" onPress={onClose}>
					{t("staff.noted")}
				</Button>
			</Dialog>
		);
	}
	return (
		<Dialog title={t("staff.new")} onClose={onClose}>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField
					control={form.control}
					name="loginId"
					label={t("staff.loginId")}
					hint={t("staff.loginIdHint")}
					autoComplete="off"
				/>
				<FormTextField control={form.control} name="name" label={t("staff.name")} autoComplete="off" />
				<RoleSelect label={t("staff.role")} value={role} onChange={setRole} />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("staff.make")}
				</Button>
			</Form>
		</Dialog>
	);
}
