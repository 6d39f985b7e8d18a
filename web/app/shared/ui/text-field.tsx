import {
	type HTMLInputAutoCompleteAttribute,
	type ReactNode,
	type Ref,
	type RefObject,
	useImperativeHandle,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField as AriaTextField } from "react-aria-components/TextField";

export interface TextFieldProps {
	label: string;
	name: string;
	type?: "text" | "password" | "email" | "tel";
	inputMode?: "text" | "numeric" | "tel" | "email";
	autoComplete?: HTMLInputAutoCompleteAttribute;
	placeholder?: string;
	/** The initial text if uncontrolled. */
	defaultValue?: string;
	/** The text if a form controls it. */
	value?: string;
	inputRef?: Ref<HTMLInputElement>;
	/** Help text below the field. */
	hint?: ReactNode;
	/** Error text, which marks and describes the field. */
	error?: string;
	/** Success message, shown instead of the hint. */
	success?: string;
	optional?: string;
	isRequired?: boolean;
	isReadOnly?: boolean;
	maxLength?: number;
	/** Rendered inside the field, at its end. */
	action?: ReactNode;
	onChange?: (value: string) => void;
	onBlur?: () => void;
}

const INPUT =
	"h-13 w-full min-w-0 rounded-control border border-field bg-white px-4 text-[16px] text-ink-900 placeholder:text-ink-600/70 transition-colors outline-none " +
	"hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 invalid:border-danger invalid:focus:ring-danger/15 [&[readonly]]:border-line [&[readonly]]:bg-quiet";

/** A labelled text field. It never rewrites its text, so that Hangul composition is not disturbed. */
export function TextField(props: TextFieldProps) {
	const { label, hint, error, success, optional, placeholder, maxLength, action, inputRef, ...field } = props;
	const input = useRef<HTMLInputElement>(null);
	useImperativeHandle(inputRef, () => input.current as HTMLInputElement);
	const text = useText(input, props);
	return (
		<AriaTextField {...field} {...text} isInvalid={Boolean(error)} className="flex flex-col gap-1.5">
			<Label className="text-meta font-semibold text-ink-600">
				{label}
				{optional ? <span className="ml-1 font-normal text-ink-600">({optional})</span> : null}
			</Label>
			<div className="relative flex gap-2">
				<Input ref={input} placeholder={placeholder} maxLength={maxLength} className={INPUT} />
				{action}
			</div>
			{error ? null : <FieldNote success={success} hint={hint} />}
			<FieldError className="text-meta text-danger">{error}</FieldError>
		</AriaTextField>
	);
}

/** The field's text. A prerendered field may already contain text that was typed or autofilled before hydration. */
function useText(input: RefObject<HTMLInputElement | null>, props: TextFieldProps) {
	const { defaultValue, value: given, onChange } = props;
	const [ownValue, setValue] = useState(defaultValue ?? "");
	const value = given ?? ownValue;
	const change = (text: string) => {
		setValue(text);
		onChange?.(text);
	};
	const first = useRef({ value, change });
	useLayoutEffect(() => {
		const typed = input.current?.value ?? "";
		if (typed !== first.current.value) first.current.change(typed);
	}, [input]);
	return { value, onChange: change };
}

function FieldNote({ success, hint }: { success?: string; hint?: ReactNode }) {
	if (success) {
		return (
			<Text slot="description" className="text-meta font-medium text-success">
				{success}
			</Text>
		);
	}
	return hint ? (
		<Text slot="description" className="text-meta text-ink-600">
			{hint}
		</Text>
	) : null;
}
