import { type ComponentProps, type ReactNode, useContext } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import type { ComboBoxOption, ComboBoxProps } from "./combo-box";
import { NextIcon } from "./icons";

const normalize = (text: string) => text.toLowerCase().replace(/\s/g, "");

/** The lazy part of `ComboBox`. */
export default function ComboBoxList(props: ComboBoxProps) {
	const { label, placeholder, options, selectedId, emptyText, search, error, onChoose } = props;
	const found: Partial<ComponentProps<typeof AriaComboBox<ComboBoxOption>>> = search
		? { items: options, inputValue: search.text, onInputChange: search.onChange, menuTrigger: "input" }
		: {
				defaultItems: options,
				defaultFilter: (name, typed) => normalize(name).includes(normalize(typed)),
				menuTrigger: "focus",
			};
	return (
		<AriaComboBox<ComboBoxOption>
			{...found}
			allowsEmptyCollection
			value={selectedId}
			onChange={(id) => {
				const option = options.find((each) => each.id === id);
				if (option) onChoose(option);
			}}
			isInvalid={Boolean(error)}
			className="flex flex-col gap-1.5"
		>
			<Label className="text-meta font-semibold text-ink-600">{label}</Label>
			<div className="relative">
				<SearchIcon />
				<Input
					placeholder={placeholder}
					autoComplete="off"
					className="h-13 w-full min-w-0 rounded-control border border-field bg-white pr-12 pl-11 text-[16px] outline-none placeholder:text-ink-600/70 hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 invalid:border-danger"
				/>
				{search ? null : (
					<Button className="absolute inset-y-0 right-0 grid w-12 place-items-center text-ink-600">
						<NextIcon className="size-4 rotate-90" />
					</Button>
				)}
			</div>
			<FieldError className="text-meta text-danger">{error}</FieldError>
			<OptionsPopover>
				<ListBox<ComboBoxOption>
					renderEmptyState={() => <p className="px-4 py-6 text-center text-ink-600">{emptyText}</p>}
					className="outline-none"
				>
					{(option) => (
						<ListBoxItem
							textValue={option.name}
							className="flex min-h-12 cursor-pointer flex-col justify-center rounded-control px-3 py-2 outline-none focus:bg-mint-50 pressed:bg-mint-100 selected:font-bold selected:text-green-700"
						>
							{option.label ?? option.name}
						</ListBoxItem>
					)}
				</ListBox>
			</OptionsPopover>
		</AriaComboBox>
	);
}

/** Moves along when the page scrolls. React Aria would close it then, and discard what was typed. */
function OptionsPopover({ children }: { children: ReactNode }) {
	const state = useContext(ComboBoxStateContext);
	return (
		<Popover
			isOpen={state?.isOpen}
			onOpenChange={(isOpen) => {
				if (!isOpen && window.event?.type !== "scroll") state?.close();
			}}
			offset={6}
			className="w-(--trigger-width) overflow-y-auto rounded-[16px] border border-line bg-white p-1.5 shadow-float"
		>
			{children}
		</Popover>
	);
}

function SearchIcon() {
	return (
		<svg
			viewBox="0 0 24 24"
			aria-hidden="true"
			className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-600"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
		>
			<circle cx="11" cy="11" r="6.500" />
			<path d="m16 16 4 4" />
		</svg>
	);
}
