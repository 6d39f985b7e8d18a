import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormTextField } from "~/shared/ui/form/form-text-field";

interface Props<Values extends FieldValues> {
	control: Control<Values>;
	name: FieldPath<Values>;
	label?: string;
}

/** Field for the reason of an action, which the audit records. */
export function ReasonField<Values extends FieldValues>({ control, name, label }: Props<Values>) {
	const { t } = useTranslation("ops");
	return (
		<FormTextField
			control={control}
			name={name}
			label={label ?? t("reason.label")}
			hint={t("reason.hint")}
			autoComplete="off"
		/>
	);
}
