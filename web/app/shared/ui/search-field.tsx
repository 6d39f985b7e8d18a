import { useId } from "react";

interface Props {
	label: string;
	placeholder?: string;
	defaultValue?: string;
	/** Hides the label visually; screen readers still read it. */
	isLabelHidden?: boolean;
	className?: string;
	onChange: (value: string) => void;
}

/** A search field. Uncontrolled, so that Hangul composition is not disturbed. */
export function SearchField({
	label,
	placeholder,
	defaultValue,
	isLabelHidden,
	className = "",
	onChange,
}: Props) {
	const id = useId();
	return (
		<div className={`flex flex-col gap-1.5 ${className}`}>
			<label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-meta font-semibold text-ink-600"}>
				{label}
			</label>
			<div className="relative">
				<svg
					viewBox="0 0 24 24"
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-600"
					fill="none"
					stroke="currentColor"
					strokeWidth="2"
					strokeLinecap="round"
				>
					<circle cx="11" cy="11" r="6.500" />
					<path d="m16 16 4 4" />
				</svg>
				<input
					id={id}
					type="search"
					enterKeyHint="search"
					autoComplete="off"
					placeholder={placeholder}
					defaultValue={defaultValue}
					onChange={(event) => onChange(event.target.value)}
					className="h-13 w-full min-w-0 rounded-control border border-field bg-white pr-4 pl-11 text-[16px] outline-none placeholder:text-ink-600/70 hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15"
				/>
			</div>
		</div>
	);
}
