import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { SelectField } from "~/shared/ui/select-field";
import { type FieldProps, useField } from "./form";

type ControlledProps = "name" | "value" | "defaultValue" | "checked" | "error" | "inputRef" | "onChange";
type Props<Values extends FieldValues, Own> = FieldProps<Values> & Omit<Own, ControlledProps>;

export function FormSelectField<Values extends FieldValues>({
	control,
	name,
	deps,
	...own
}: Props<Values, ComponentProps<typeof SelectField>>) {
	const { field, error } = useField({ control, name, deps });
	const { ref, value, onChange } = field;
	return (
		<SelectField {...own} name={name} inputRef={ref} value={value ?? ""} error={error} onChange={onChange} />
	);
}

export function FormCheckbox<Values extends FieldValues>({
	control,
	name,
	deps,
	...own
}: Props<Values, ComponentProps<typeof CheckboxCard>>) {
	const { field, error } = useField({ control, name, deps });
	const { ref, value, onChange } = field;
	return <CheckboxCard {...own} inputRef={ref} checked={value === true} error={error} onChange={onChange} />;
}
