import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { SegmentedRadioGroupProps } from "./segmented-radio-group";

/** The lazy part of `SegmentedRadioGroup`, with keyboard support. */
export default function SegmentedRadios({
	label,
	choices,
	value,
	onChange,
	error,
	inputRef,
	row,
	choice,
}: SegmentedRadioGroupProps<string>) {
	return (
		<RadioGroup value={value} onChange={onChange} isInvalid={Boolean(error)} validationBehavior="aria">
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
