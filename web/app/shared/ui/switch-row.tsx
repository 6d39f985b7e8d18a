import type { ReactNode } from "react";
import { SwitchButton, SwitchField } from "react-aria-components/Switch";
import { Text } from "react-aria-components/Text";

interface Props {
	title: ReactNode;
	/** More text below the title, part of the label. */
	children: ReactNode;
	isSelected: boolean;
	isDisabled?: boolean;
	onChange: (isSelected: boolean) => void;
}

/** A switch that takes effect immediately. */
export function SwitchRow({ title, children, isSelected, isDisabled, onChange }: Props) {
	return (
		<SwitchField isSelected={isSelected} isDisabled={isDisabled} onChange={onChange} className="py-1">
			<SwitchButton className="group flex min-h-12 cursor-pointer items-center justify-between gap-4 disabled:cursor-not-allowed">
				<span className="min-w-0 font-semibold group-disabled:text-ink-600">{title}</span>
				<span className="h-7 w-12 shrink-0 rounded-full bg-field p-0.5 transition duration-150 ease-out group-disabled:opacity-50 group-selected:bg-green-700 group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-green-700">
					<span className="block size-6 rounded-full bg-white shadow-float transition duration-150 ease-out group-selected:translate-x-5" />
				</span>
			</SwitchButton>
			<Text slot="description" className="-mt-1 block pr-16 pb-2 text-meta text-ink-600">
				{children}
			</Text>
		</SwitchField>
	);
}
