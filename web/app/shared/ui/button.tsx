import type { ReactNode, Ref } from "react";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { buttonStyle, type Tone } from "./button-style";
import { Spinner } from "./spinner";

interface Props {
	ref?: Ref<HTMLButtonElement>;
	children: ReactNode;
	tone?: Tone;
	type?: "button" | "submit";
	isDisabled?: boolean;
	/** Shows a spinner, and ignores further presses. */
	isPending?: boolean;
	className?: string;
	onPress?: () => void;
}

const DISABLED = "bg-quiet! text-ink-600! border-transparent! cursor-not-allowed";

export function Button({
	ref,
	children,
	tone,
	type = "button",
	isDisabled,
	isPending,
	className,
	onPress,
}: Props) {
	// Before hydration the browser itself would submit the form, so the button is disabled without looking so.
	const isWaiting = !useHydrated() && type === "submit";
	return (
		<button
			ref={ref}
			type={type}
			disabled={isDisabled || isWaiting}
			aria-disabled={isPending || undefined}
			aria-busy={isPending || undefined}
			onClick={isPending ? undefined : onPress}
			className={buttonStyle(tone, `aria-busy:opacity-80 ${isDisabled ? DISABLED : ""} ${className ?? ""}`)}
		>
			{isPending ? <Spinner /> : null}
			{children}
		</button>
	);
}
