import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { DateField } from "~/shared/ui/date-field";
import { SegmentedRadioGroup } from "~/shared/ui/segmented-radio-group";
import { type FieldProps, useField } from "./form";

type ControlledProps = "name" | "value" | "defaultValue" | "checked" | "error" | "inputRef" | "onChange";
type Props<Values extends FieldValues, Own> = FieldProps<Values> & Omit<Own, ControlledProps>;

export function FormRadioGroup<Values extends FieldValues>({
	control,
	name,
	deps,
	...own
}: Props<Values, ComponentProps<typeof SegmentedRadioGroup<string>>>) {
	const { field, error } = useField({ control, name, deps });
	const { ref, value, onChange } = field;
	return (
		<SegmentedRadioGroup {...own} inputRef={ref} value={value ?? ""} error={error} onChange={onChange} />
	);
}

export function FormDateField<Values extends FieldValues>({
	control,
	name,
	deps,
	onChange,
	...own
}: Props<Values, ComponentProps<typeof DateField>> & { onChange?: (day: string) => void }) {
	const { field, error } = useField({ control, name, deps });
	const { ref, value, onBlur } = field;
	const change = (day: string) => {
		field.onChange(day);
		onChange?.(day);
	};
	return (
		<DateField
			{...own}
			name={name}
			inputRef={ref}
			value={value ?? ""}
			error={error}
			onChange={change}
			onBlur={onBlur}
		/>
	);
}
