import { SelectField } from "~/shared/ui/select-field";

interface Props {
	label: string;
	/** Text of the choice without a filter. */
	all: string;
	value: string;
	choices: readonly (readonly [value: string, text: string])[];
	onChange: (value: string) => void;
}

/** One filter of a list. */
export function FilterSelect({ all, ...field }: Props) {
	return (
		<div className="min-w-36 flex-1">
			<SelectField name="filter" emptyText={all} {...field} />
		</div>
	);
}
