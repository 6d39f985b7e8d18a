import { type ReactNode, type Ref, useId } from "react";

interface Props {
	checked: boolean;
	title: ReactNode;
	/** More text below the title, part of the label. */
	children?: ReactNode;
	/** Error for an unchecked box. */
	error?: string;
	isDisabled?: boolean;
	inputRef?: Ref<HTMLInputElement>;
	onChange: (checked: boolean) => void;
}

/** A checkbox with its text in a card. */
export function CheckboxCard(props: Props) {
	const { checked, title, children, error, isDisabled, inputRef, onChange } = props;
	const id = useId();
	const described = [children ? `${id}-more` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
	return (
		<div
			className={`rounded-[18px] border bg-white p-4 ${error ? "border-danger" : checked ? "border-green-700/40" : "border-line"}`}
		>
			<label
				className={`-mx-4 -mt-4 -mb-2 flex min-h-14 items-start gap-3 px-4 pt-4 pb-2 ${isDisabled ? "" : "cursor-pointer"}`}
			>
				<input
					ref={inputRef}
					type="checkbox"
					checked={checked}
					disabled={isDisabled}
					aria-describedby={described || undefined}
					aria-invalid={error ? true : undefined}
					onChange={(event) => onChange(event.target.checked)}
					className="mt-0.5 size-5 shrink-0 accent-green-700"
				/>
				<span className="min-w-0 flex-1 font-semibold">{title}</span>
			</label>
			{children ? (
				<div id={`${id}-more`} className="pl-8 text-meta text-ink-600">
					{children}
				</div>
			) : null}
			{error ? (
				<p id={`${id}-error`} role="alert" className="mt-2 pl-8 text-meta text-danger">
					{error}
				</p>
			) : null}
		</div>
	);
}
