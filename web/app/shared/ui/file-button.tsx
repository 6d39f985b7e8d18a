import { type ReactNode, type Ref, useId } from "react";
import { buttonStyle } from "./button-style";
import { Spinner } from "./spinner";

interface Props {
	accept: string;
	/** The button's text: the browser's own would be in the browser's language. */
	children: ReactNode;
	isPending?: boolean;
	/** Id of the field's label, which precedes the text in the name of the input. */
	labelId?: string;
	/** Id of the error text. */
	errorId?: string;
	inputRef?: Ref<HTMLInputElement>;
	onPick: (file: File) => void;
}

/** A button to pick a file, with a visually hidden file input. */
export function FileButton({ accept, children, isPending, labelId, errorId, inputRef, onPick }: Props) {
	const id = useId();
	return (
		<label
			className={buttonStyle(
				"secondary",
				"relative cursor-pointer has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-green-600",
				"tight",
			)}
		>
			{isPending ? <Spinner /> : null}
			<span id={id}>{children}</span>
			<input
				ref={inputRef}
				type="file"
				accept={accept}
				disabled={isPending}
				aria-labelledby={labelId ? `${labelId} ${id}` : undefined}
				aria-describedby={errorId}
				aria-invalid={errorId ? true : undefined}
				className="sr-only"
				onChange={(event) => {
					const [file] = event.target.files ?? [];
					// Allows the same file to be picked again.
					event.target.value = "";
					if (file) onPick(file);
				}}
			/>
		</label>
	);
}
