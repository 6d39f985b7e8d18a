import { SegmentedControl } from "~/shared/ui/segmented-control";

interface Props<Value extends string> {
	label: string;
	choices: readonly (readonly [value: Value, text: string])[];
	value: Value;
	onChange: (value: Value) => void;
}

/** A row of filters with one selected; on a phone it may scroll sideways. */
export function ChoiceBar<Value extends string>(props: Props<Value>) {
	return (
		<SegmentedControl
			{...props}
			look="pills"
			row="-mx-4 min-w-0 max-w-[100vw] overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
			choice="shrink-0 whitespace-nowrap"
		/>
	);
}
