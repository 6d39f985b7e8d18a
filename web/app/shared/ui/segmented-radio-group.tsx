import { type ComponentType, lazy, type ReactNode, type Ref, Suspense } from "react";
import { Skeleton } from "./skeleton";

export interface SegmentedRadioGroupProps<Value extends string> {
	label: ReactNode;
	choices: readonly (readonly [Value, string])[];
	value: Value;
	onChange: (value: Value) => void;
	/** The first rule that fails; the group is marked and described by it. */
	error?: string;
	/** The first choice, to move to. */
	inputRef?: Ref<HTMLInputElement>;
	/** The look of the row, and of one choice in it. */
	row: string;
	choice: string;
}

const SegmentedRadios = lazy(() => import("./segmented-radios"));

/**
 * A few choices side by side; one is selected. Its code comes when a group is shown; until then its place is kept, and a
 * page that was built in advance shows the group itself.
 */
export function SegmentedRadioGroup<Value extends string>(props: SegmentedRadioGroupProps<Value>) {
	const Group = SegmentedRadios as unknown as ComponentType<SegmentedRadioGroupProps<Value>>;
	return (
		<Suspense fallback={<Place {...props} />}>
			<Group {...props} />
		</Suspense>
	);
}

function Place({ label, choices, row }: Pick<SegmentedRadioGroupProps<string>, "label" | "choices" | "row">) {
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
