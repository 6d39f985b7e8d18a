import { buttonStyle } from "~/shared/ui/button-style";

interface Props {
	text: string;
	/** Names the row, for screen readers. */
	name: string;
	isPending?: boolean;
	onPress: () => void;
}

/** A button for an action on a row of a table. */
export function RowButton({ text, name, isPending = false, onPress }: Props) {
	return (
		<span className="-mx-3.5 flex md:justify-end">
			<button
				type="button"
				aria-label={`${text} ${name}`}
				aria-busy={isPending || undefined}
				onClick={isPending ? undefined : onPress}
				className={buttonStyle("quiet", "whitespace-nowrap", "tight")}
			>
				{text}
			</button>
		</span>
	);
}
