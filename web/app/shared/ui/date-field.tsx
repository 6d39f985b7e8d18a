import { type ComponentType, lazy, type Ref, Suspense } from "react";
import { FieldSkeleton } from "./field-skeleton";

/** For a form that focuses the field. */
interface Focusable {
	focus: () => void;
}

export interface DateFieldProps {
	label: string;
	name?: string;
	/** YYYY-MM-DD, or empty. */
	value: string;
	inputRef?: Ref<Focusable>;
	/** Help text below the field. */
	hint?: string;
	/** "bday" enables autofill of a birth date. */
	autoComplete?: string;
	/** Error text, which marks and describes the field. */
	error?: string;
	isRequired?: boolean;
	className?: string;
	onChange: (value: string) => void;
	onBlur?: () => void;
}

const DateSegments = lazy<ComponentType<DateFieldProps>>(() => import("./date-segments"));

/** A date, typed segment by segment in the order and language of the app. Its code is lazy; a placeholder reserves its size. */
export function DateField(props: DateFieldProps) {
	return (
		<Suspense fallback={<FieldSkeleton label={props.label} className={props.className} />}>
			<DateSegments {...props} />
		</Suspense>
	);
}
