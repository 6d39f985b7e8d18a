import { useId } from "react";

interface Props {
	label: string;
	/** What stands for no filter. */
	all: string;
	value: string;
	choices: readonly (readonly [value: string, text: string])[];
	onChange: (value: string) => void;
}

/** One filter of a list, by the browser's own list. */
export function FilterSelect({ label, all, value, choices, onChange }: Props) {
	const id = useId();
	return (
		<div className="flex min-w-36 flex-1 flex-col gap-1">
			<label htmlFor={id} className="text-meta font-semibold text-ink-600">
				{label}
			</label>
			<select
				id={id}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				className="h-12 w-full min-w-0 rounded-control border border-field bg-white px-3 text-[15px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15"
			>
				<option value="">{all}</option>
				{choices.map(([choice, text]) => (
					<option key={choice} value={choice}>
						{text}
					</option>
				))}
			</select>
		</div>
	);
}
