interface Props<Value extends string> {
	label: string;
	choices: readonly (readonly [value: Value, text: string])[];
	value: Value;
	onChange: (value: Value) => void;
}

/** A row of filters with one selected; on a phone it may scroll sideways. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
	return (
		<fieldset className="-mx-4 flex min-w-0 max-w-[100vw] gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
			<legend className="sr-only">{label}</legend>
			{choices.map(([choice, text]) => (
				<button
					key={choice}
					type="button"
					aria-pressed={choice === value}
					onClick={() => onChange(choice)}
					className="min-h-11 shrink-0 rounded-full border border-line bg-white px-4 text-[14px] font-semibold whitespace-nowrap hover:bg-mint-50 aria-pressed:border-green-700 aria-pressed:bg-mint-100 aria-pressed:text-green-800"
				>
					{text}
				</button>
			))}
		</fieldset>
	);
}
