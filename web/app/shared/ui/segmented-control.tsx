import { type ReactNode, useId } from "react";

interface Props<Value extends string> {
	label: string;
	choices: readonly (readonly [value: Value, text: ReactNode])[];
	value: Value;
	onChange: (value: Value) => void;
	look?: keyof typeof LOOKS;
	/** Class names of the row, and of a choice. */
	row: string;
	choice?: string;
}

const LOOKS = {
	segments: {
		row: "rounded-control bg-quiet p-1",
		choice:
			"rounded-[9px] text-ink-600 transition duration-150 has-checked:bg-white has-checked:font-bold has-checked:text-ink-900 has-checked:shadow-float",
	},
	pills: {
		row: "flex gap-2",
		choice:
			"rounded-full border border-line bg-white px-4 hover:bg-mint-50 has-checked:border-green-700 has-checked:bg-mint-100 has-checked:text-green-800",
	},
};

/** A row of choices that switches what is shown. One tab stop; the arrow keys select, as the browser does for radio buttons. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
	const { label, choices, value, onChange, look = "segments", row, choice = "" } = props;
	const name = useId();
	return (
		<fieldset className={`${LOOKS[look].row} ${row}`}>
			<legend className="sr-only">{label}</legend>
			{choices.map(([each, text]) => (
				<label
					key={each}
					className={`relative flex min-h-11 items-center justify-center text-[14px] font-semibold ${LOOKS[look].choice} ${choice}`}
				>
					<input
						type="radio"
						name={name}
						checked={each === value}
						onChange={() => onChange(each)}
						className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit]"
					/>
					<span>{text}</span>
				</label>
			))}
		</fieldset>
	);
}
