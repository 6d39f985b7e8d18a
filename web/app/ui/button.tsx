import type { ReactNode } from "react";
import { buttonStyle, type Tone } from "./button-style";
import { Ring } from "./ring";

interface Props {
	children: ReactNode;
	tone?: Tone;
	type?: "button" | "submit";
	isDisabled?: boolean;
	/** Shows that the press is being worked on, and takes no other. */
	isPending?: boolean;
	className?: string;
	onPress?: () => void;
}

export function Button({
	children,
	tone,
	type = "button",
	isDisabled,
	isPending,
	className,
	onPress,
}: Props) {
	return (
		<button
			type={type}
			disabled={isDisabled}
			aria-disabled={isPending || undefined}
			aria-busy={isPending || undefined}
			onClick={isPending ? undefined : onPress}
			className={buttonStyle(
				tone,
				`disabled:bg-quiet disabled:text-ink-600 disabled:border-transparent disabled:cursor-not-allowed aria-busy:opacity-80 ${className ?? ""}`,
			)}
		>
			{isPending ? <Ring /> : null}
			{children}
		</button>
	);
}
