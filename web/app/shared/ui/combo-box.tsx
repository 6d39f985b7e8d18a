import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { FieldSkeleton } from "./field-skeleton";

export interface ComboBoxOption {
	id: number;
	/** Shown in the field once it is selected. */
	name: string;
	/** Shown in the list; the name by default. */
	label?: ReactNode;
}

export interface ComboBoxProps {
	label: string;
	placeholder: string;
	options: readonly ComboBoxOption[];
	selectedId?: number | null;
	/** Shown if no option matches. */
	emptyText: ReactNode;
	/** Lets the caller find the options for the typed text. By default, options are filtered by name. */
	search?: { text: string; onChange: (typed: string) => void };
	error?: string;
	onChoose: (option: ComboBoxOption) => void;
}

const ComboBoxList = lazy<ComponentType<ComboBoxProps>>(() => import("./combo-box-list"));

/** Selects one of many options by typing. Its code is lazy. */
export function ComboBox(props: ComboBoxProps) {
	return (
		<Suspense fallback={<FieldSkeleton label={props.label} />}>
			<ComboBoxList {...props} />
		</Suspense>
	);
}
