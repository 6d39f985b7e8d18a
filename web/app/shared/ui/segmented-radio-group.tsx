import type { ReactNode, Ref } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";

interface Props<Value extends string> {
	label: ReactNode;
	choices: readonly (readonly [Value, string])[];
	value: Value;
	onChange: (value: Value) => void;
	/** The first rule that fails; the group is marked and described by it. */
	error?: string;
	/** The first choice, to move to. */
	inputRef?: Ref<HTMLInputElement>;
	/** The look of the row, and of one choice in it. */
	row: string;
	choice: string;
}

/** A few choices side by side, of which one holds. */
export function SegmentedRadioGroup<Value extends string>({
	label,
	choices,
	value,
	onChange,
	error,
	inputRef,
	row,
	choice,
}: Props<Value>) {
	return (
		<RadioGroup
			value={value}
			onChange={(chosen) => onChange(chosen as Value)}
			isInvalid={Boolean(error)}
			validationBehavior="aria"
		>
			<Label className="mb-1.5 block text-meta font-semibold text-ink-600">{label}</Label>
			<div className={row}>
				{choices.map(([code, text], at) => (
					<Radio
						key={code}
						value={code}
						inputRef={at === 0 ? inputRef : undefined}
						className={`relative grid cursor-pointer place-items-center text-[14px] transition selected:font-bold selected:text-green-700 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-green-600 ${choice}`}
					>
						{text}
					</Radio>
				))}
			</div>
			<FieldError className="mt-1.5 block text-meta text-danger">{error}</FieldError>
		</RadioGroup>
	);
}
