import type { Ref } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";

interface Props {
	label: string;
	name: string;
	value: string;
	rows: number;
	maxLength: number;
	inputRef?: Ref<HTMLTextAreaElement>;
	/** Error text, which marks and describes the field. */
	error?: string;
	onChange: (value: string) => void;
	onBlur?: () => void;
}

/** A labelled multi-line text field. */
export function TextAreaField({ label, rows, maxLength, inputRef, error, ...field }: Props) {
	return (
		<TextField {...field} isInvalid={Boolean(error)} className="flex flex-col gap-1.5">
			<Label className="text-meta font-semibold text-ink-600">{label}</Label>
			<TextArea
				ref={inputRef}
				rows={rows}
				maxLength={maxLength}
				className="w-full rounded-control border border-field bg-white p-3 text-[16px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 invalid:border-danger"
			/>
			<FieldError className="text-meta text-danger">{error}</FieldError>
		</TextField>
	);
}
