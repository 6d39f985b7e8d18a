import type { CalendarDate } from "@internationalized/date";
import { type ClipboardEvent, useImperativeHandle, useRef, useState } from "react";
import { DateField, DateInput, DateSegment } from "react-aria-components/DateField";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import type { DateFieldProps } from "./date-field";
import { readDay } from "./day";

const MIN_YEAR = 1000;

type DayProps = Pick<DateFieldProps, "value" | "inputRef" | "onChange" | "onBlur">;

/** State of a date while it is typed. Only complete dates, or empty ones, are passed on. */
function useDay({ value, inputRef, onChange, onBlur }: DayProps) {
	const box = useRef<HTMLDivElement>(null);
	const [day, setDay] = useState(() => readDay(value));
	const [known, setKnown] = useState(value);
	if (value !== known) {
		setKnown(value);
		setDay(readDay(value));
	}
	useImperativeHandle(inputRef, () => ({
		focus: () => box.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus(),
	}));
	const change = (chosen: CalendarDate | null) => {
		setDay(chosen);
		// A year is incomplete while its first digits are typed.
		if (chosen && chosen.year < MIN_YEAR) return;
		const text = chosen?.toString() ?? "";
		setKnown(text);
		onChange(text);
	};
	const paste = (event: ClipboardEvent) => {
		const pasted = readDay(event.clipboardData.getData("text"));
		if (!pasted) return;
		event.preventDefault();
		change(pasted);
	};
	// An incomplete date is cleared on blur; otherwise the field would show another value than it submits.
	const leave = () => {
		const isPart = box.current?.querySelector("[data-placeholder]") || (day && day.year < MIN_YEAR);
		if (value && isPart) change(null);
		onBlur?.();
	};
	return { box, day, change, paste, leave };
}

/** The lazy part of `DateField`. */
export default function DateSegments(props: DateFieldProps) {
	const { label, hint, value, error, inputRef, className = "", onChange, onBlur, ...field } = props;
	const { box, day, change, paste, leave } = useDay({ value, inputRef, onChange, onBlur });
	return (
		<DateField<CalendarDate>
			{...field}
			value={day}
			onChange={change}
			onBlur={leave}
			isInvalid={Boolean(error)}
			shouldForceLeadingZeros
			className={`flex min-w-0 flex-col gap-1.5 ${className}`}
		>
			<Label className="text-meta font-semibold text-ink-600">{label}</Label>
			<div onPaste={paste}>
				<DateInput
					ref={box}
					className="number flex h-13 w-full min-w-0 items-center overflow-hidden rounded-control border border-field bg-white px-[clamp(10px,8%,16px)] text-[16px] whitespace-pre hover:border-green-700 focus-within:border-green-700 focus-within:ring-3 focus-within:ring-green-700/15 invalid:border-danger"
				>
					{(segment) => (
						<DateSegment
							segment={segment}
							className="rounded-[6px] px-0.5 py-1 text-center caret-transparent outline-none placeholder-shown:text-ink-600 focus:bg-green-700 focus:text-white type-literal:px-0 type-literal:text-ink-600"
						/>
					)}
				</DateInput>
			</div>
			{hint && !error ? (
				<Text slot="description" className="text-meta text-ink-600">
					{hint}
				</Text>
			) : null}
			<FieldError className="text-meta text-danger">{error}</FieldError>
		</DateField>
	);
}
