import { type ComponentProps, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { PasswordField } from "~/shared/ui/password-field";
import { TextAreaField } from "~/shared/ui/text-area-field";
import { TextField, type TextFieldProps } from "~/shared/ui/text-field";
import { type FieldProps, useField } from "./form";

type ControlledProps = "name" | "value" | "defaultValue";
type Props<Values extends FieldValues, Own> = FieldProps<Values> & Omit<Own, ControlledProps>;

function useTextProps<Values extends FieldValues>(props: FieldProps<Values> & Partial<TextFieldProps>) {
	const { control, name, deps, ...own } = props;
	const { field, error } = useField({ control, name, deps });
	// Reports the text of a prerendered field again on mount, because the first report can come before the form listens.
	const early = useRef<string | null>(null);
	const change = useRef(field.onChange);
	useEffect(() => {
		if (early.current !== null) change.current(early.current);
	}, []);
	return {
		...own,
		name,
		inputRef: field.ref,
		value: field.value ?? "",
		error: error ?? own.error,
		onChange: (value: string) => {
			early.current = value;
			field.onChange(value);
			own.onChange?.(value);
		},
		onBlur: () => {
			field.onBlur();
			own.onBlur?.();
		},
	};
}

export function FormTextField<Values extends FieldValues>(props: Props<Values, TextFieldProps>) {
	return <TextField {...useTextProps<Values>(props)} label={props.label} />;
}

export function FormPasswordField<Values extends FieldValues>(
	props: Props<Values, Omit<TextFieldProps, "type" | "action">>,
) {
	return <PasswordField {...useTextProps<Values>(props)} label={props.label} />;
}

export function FormTextAreaField<Values extends FieldValues>({
	control,
	name,
	deps,
	...own
}: FieldProps<Values> &
	Omit<
		ComponentProps<typeof TextAreaField>,
		ControlledProps | "error" | "inputRef" | "onChange" | "onBlur"
	>) {
	const { field, error } = useField({ control, name, deps });
	const { ref, value, onChange, onBlur } = field;
	return (
		<TextAreaField
			{...own}
			name={name}
			inputRef={ref}
			value={value ?? ""}
			error={error}
			onChange={onChange}
			onBlur={onBlur}
		/>
	);
}
