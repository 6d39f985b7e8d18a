import { type ComponentType, lazy, type Ref, Suspense } from "react";
import { FieldSkeleton } from "./field-skeleton";

/** What a form moves the focus to. */
interface Focusable {
	focus: () => void;
}

export interface DateFieldProps {
	label: string;
	name?: string;
	/** YYYY-MM-DD, or nothing. */
	value: string;
	inputRef?: Ref<Focusable>;
	/** Help that stays under the field. */
	hint?: string;
	/** "bday" lets the browser fill in a birth date. */
	autoComplete?: string;
	/** The first rule that fails; the field is marked and described by it. */
	error?: string;
	isRequired?: boolean;
	className?: string;
	onChange: (value: string) => void;
	onBlur?: () => void;
}

const DateSegments = lazy<ComponentType<DateFieldProps>>(() => import("./date-segments"));

/**
 * A day, typed part by part in the order and with the words of the app's language. Its code comes when a field is shown;
 * until then its place is kept.
 */
export function DateField(props: DateFieldProps) {
	return (
		<Suspense fallback={<FieldSkeleton label={props.label} className={props.className} />}>
			<DateSegments {...props} />
		</Suspense>
	);
}
