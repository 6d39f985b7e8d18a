import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { FieldSkeleton } from "./field-skeleton";

export interface ComboBoxOption {
	id: number;
	/** What stands in the field once it is chosen. */
	name: string;
	/** What the list shows of it; its name when left out. */
	words?: ReactNode;
}

export interface ComboBoxProps {
	label: string;
	placeholder: string;
	options: readonly ComboBoxOption[];
	chosen?: number | null;
	/** What the list says when nothing fits. */
	nothing: ReactNode;
	/** Somebody else finds the options for what is typed; without it those whose name contains it are shown. */
	search?: { typed: string; onTyped: (typed: string) => void };
	error?: string;
	onChoose: (option: ComboBoxOption) => void;
}

const ComboBoxList = lazy<ComponentType<ComboBoxProps>>(() => import("./combo-box-list"));

/** One of many: typed to find it, chosen from the list. Its code comes when a field is shown. */
export function ComboBox(props: ComboBoxProps) {
	return (
		<Suspense fallback={<FieldSkeleton label={props.label} />}>
			<ComboBoxList {...props} />
		</Suspense>
	);
}
