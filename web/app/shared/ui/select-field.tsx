import { type Ref, useId } from "react";
import { DownIcon } from "./tool-icons";

interface Props {
	label: string;
	name: string;
	/** Text of the empty choice; without it something is always selected. */
	emptyText?: string;
	choices: readonly (readonly [value: string, text: string])[];
	/** The initial choice if uncontrolled; `value` if a form controls it. */
	defaultValue?: string;
	value?: string;
	inputRef?: Ref<HTMLSelectElement>;
	error?: string;
	isRequired?: boolean;
	onChange: (value: string) => void;
}

/** A native select with a label. */
export function SelectField({
	label,
	name,
	emptyText,
	choices,
	defaultValue,
	value,
	inputRef,
	error,
	isRequired,
	onChange,
}: Props) {
	const id = useId();
	return (
		<div className="flex min-w-0 flex-col gap-1.5">
			<label htmlFor={id} className="text-meta font-semibold text-ink-600">
				{label}
			</label>
			<span className="relative grid">
				<select
					id={id}
					ref={inputRef}
					name={name}
					defaultValue={defaultValue}
					value={value}
					aria-required={isRequired}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : undefined}
					onChange={(event) => onChange(event.target.value)}
					className="h-13 w-full min-w-0 appearance-none truncate rounded-control border border-field bg-white pr-10 pl-3.5 text-[16px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger"
				>
					{emptyText === undefined ? null : <option value="">{emptyText}</option>}
					{choices.map(([choice, text]) => (
						<option key={choice} value={choice}>
							{text}
						</option>
					))}
				</select>
				<DownIcon className="pointer-events-none size-5 absolute top-4 right-3.5 text-ink-600" />
			</span>
			{error ? (
				<p id={`${id}-error`} role="alert" className="text-meta text-danger">
					{error}
				</p>
			) : null}
		</div>
	);
}
