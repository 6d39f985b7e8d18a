import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import type { Clinic } from "~/ops/types";
import { ReasonField } from "~/ops/ui/reason-field";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useAddAdmin } from "./clinic-queries";

const schema = v.object({
	loginId: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9]{4,20}$/, "loginId")),
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("required")),
	reason: reasonField,
});
type Rule = "loginId" | "required" | "reasonMissing" | "reasonTooLong";

/** Credentials for the first sign-in of a clinic's admin. */
export interface NewAdmin {
	loginId: string;
	temporaryPassword: string;
	link: string;
}

interface Props {
	tenantId: number;
	clinic: Clinic;
	onAdmin: (admin: NewAdmin) => void;
	onClose: () => void;
}

/** Creates an admin of a clinic, who adds the clinic's other accounts. */
export function AdminDialog({ tenantId, clinic, onAdmin, onClose }: Props) {
	const { t } = useTranslation("opsDirectory");
	const add = useAddAdmin(tenantId, clinic.id);
	const form = useApiForm({
		schema,
		defaultValues: { loginId: "", name: "", reason: "" },
		errorText: (rule) => t(`error.${rule as Rule}`),
		onSubmit: async (body) => onAdmin(await add.mutateAsync(body)),
	});
	return (
		<Dialog title={t("admin.title", { clinic: clinic.name })} onClose={onClose}>
			<Form form={form} className="mt-2 flex flex-col gap-4">
				<p className="text-ink-600">{t("admin.text")}</p>
				<FormTextField
					control={form.control}
					name="loginId"
					label={t("admin.loginId")}
					hint={t("error.loginId")}
					autoComplete="off"
				/>
				<FormTextField control={form.control} name="name" label={t("admin.name")} autoComplete="off" />
				<ReasonField control={form.control} name="reason" />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("admin.make")}
				</Button>
			</Form>
		</Dialog>
	);
}
