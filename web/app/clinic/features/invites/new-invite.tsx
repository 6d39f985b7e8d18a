import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { Invite } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { MAX_DAYS, MAX_USES, useInvite } from "./invites-query";

/** A whole number from 1 to `most`. */
const integerUpTo = (most: number, rule: string) =>
	v.pipe(
		v.string(),
		v.trim(),
		v.check((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most, rule),
	);
const schema = v.object({ days: integerUpTo(MAX_DAYS, "days"), uses: integerUpTo(MAX_USES, "uses") });
type Rule = keyof typeof schema.entries;

/** Form for a new invitation: for how many days and how many people. */
export function NewInvite({ onCreated }: { onCreated: (invite: Invite) => void }) {
	const { t } = useTranslation("clinic");
	const invite = useInvite();
	const form = useApiForm({
		schema,
		defaultValues: { days: "7", uses: "1" },
		errorText: (rule) => t(`invite.error.${rule as Rule}`, { days: MAX_DAYS, uses: MAX_USES }),
		onSubmit: async ({ days, uses }) =>
			onCreated(await invite.mutateAsync({ days: Number(days), maxUses: Number(uses) })),
	});
	return (
		<Form form={form} className="card flex flex-col gap-3">
			<h2 className="text-header">{t("invite.new")}</h2>
			<div className="grid grid-cols-2 items-start gap-3">
				<FormTextField control={form.control} name="days" label={t("invite.days")} inputMode="numeric" />
				<FormTextField control={form.control} name="uses" label={t("invite.people")} inputMode="numeric" />
			</div>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				{t("invite.make")}
			</Button>
		</Form>
	);
}
