import { type ComponentType, lazy, type ReactNode, type Ref, Suspense } from "react";
import { Skeleton } from "./skeleton";

export interface SegmentedRadioGroupProps<Value extends string> {
	label: ReactNode;
	choices: readonly (readonly [Value, string])[];
	value: Value;
	onChange: (value: Value) => void;
	/** Error text, which marks and describes the group. */
	error?: string;
	/** The first choice, to be focused. */
	inputRef?: Ref<HTMLInputElement>;
	/** Class names of the row, and of a choice. */
	row: string;
	choice: string;
}

const SegmentedRadios = lazy(() => import("./segmented-radios"));

/**
 * A row of choices with one selected. Its code is lazy; a placeholder reserves its size, and prerendered pages contain
 * the group itself.
 */
export function SegmentedRadioGroup<Value extends string>(props: SegmentedRadioGroupProps<Value>) {
	const Group = SegmentedRadios as unknown as ComponentType<SegmentedRadioGroupProps<Value>>;
	return (
		<Suspense fallback={<Placeholder {...props} />}>
			<Group {...props} />
		</Suspense>
	);
}

function Placeholder({
	label,
	choices,
	row,
}: Pick<SegmentedRadioGroupProps<string>, "label" | "choices" | "row">) {
	return (
		<div aria-busy="true">
			<span className="mb-1.5 block text-meta font-semibold text-ink-600">{label}</span>
			<div className={row}>
				{choices.map(([code]) => (
					<Skeleton key={code} className="min-h-12 rounded-control" />
				))}
			</div>
		</div>
	);
}
