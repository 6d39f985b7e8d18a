import { type ReactNode, useId } from "react";

interface Props<Value extends string> {
	label: ReactNode;
	choices: (readonly [Value, string])[];
	value: Value;
	onChange: (value: Value) => void;
	/** The look of the row, and of one choice in it. */
	row: string;
	choice: string;
}

/** A few choices side by side, of which one holds. The browser's own radio buttons, out of sight, do the work. */
export function RadioRow<Value extends string>({
	label,
	choices,
	value,
	onChange,
	row,
	choice,
}: Props<Value>) {
	const name = useId();
	return (
		<fieldset>
			<legend className="mb-1.5 text-meta font-semibold text-ink-600">{label}</legend>
			<div className={row}>
				{choices.map(([code, text]) => (
					<label
						key={code}
						className={`relative grid cursor-pointer place-items-center text-[14px] transition has-checked:font-bold has-checked:text-green-700 has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-green-600 ${choice}`}
					>
						<input
							type="radio"
							name={name}
							value={code}
							checked={code === value}
							onChange={() => onChange(code)}
							className="sr-only"
						/>
						{text}
					</label>
				))}
			</div>
		</fieldset>
	);
}
