import { buttonStyle } from "~/shared/ui/button-style";

interface Props {
	text: string;
	/** What the row is about, for those who hear the buttons one after the other. */
	name: string;
	isPending?: boolean;
	onPress: () => void;
}

/** Does something about a row of a table. */
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
