import { type Ref, useId } from "react";

interface Props {
	label: string;
	name?: string;
	/** YYYY-MM-DD, or nothing. */
	value: string;
	inputRef?: Ref<HTMLInputElement>;
	min?: string;
	max?: string;
	/** The first rule that fails; the field is marked and described by it. */
	error?: string;
	isRequired?: boolean;
	className?: string;
	onChange: (value: string) => void;
}

/** A day, by the browser's own date input: the phone's wheel, the desktop's calendar, and typing. */
export function DateField(props: Props) {
	const { label, inputRef, error, isRequired, className = "", onChange, ...input } = props;
	const id = useId();
	return (
		<div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
			<label htmlFor={id} className="text-meta font-semibold text-ink-600">
				{label}
			</label>
			<input
				{...input}
				ref={inputRef}
				id={id}
				type="date"
				required={isRequired}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${id}-error` : undefined}
				onChange={(event) => onChange(event.target.value)}
				className="number h-12 w-full min-w-0 rounded-control border border-field bg-white px-3 text-[16px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger"
			/>
			{error ? (
				<p id={`${id}-error`} role="alert" className="text-meta text-danger">
					{error}
				</p>
			) : null}
		</div>
	);
}
