import { useId } from "react";

interface Props {
	label: string;
	/** YYYY-MM-DD, or nothing. */
	value: string;
	min?: string;
	max?: string;
	className?: string;
	onChange: (value: string) => void;
}

/** A day, by the browser's own date input: the phone's wheel, the desktop's calendar, and typing. */
export function DateField({ label, value, min, max, className = "", onChange }: Props) {
	const id = useId();
	return (
		<div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
			<label htmlFor={id} className="text-meta font-semibold text-ink-600">
				{label}
			</label>
			<input
				id={id}
				type="date"
				value={value}
				min={min}
				max={max}
				onChange={(event) => onChange(event.target.value)}
				className="number h-12 w-full min-w-0 rounded-control border border-field bg-white px-3 text-[15px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15"
			/>
		</div>
	);
}
