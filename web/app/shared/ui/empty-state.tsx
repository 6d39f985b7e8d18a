import type { ReactNode } from "react";

interface Props {
	/** A picture or icon above the text. */
	mark: ReactNode;
	title: string;
	text: string;
	children?: ReactNode;
}

/** A centered message with the next step. */
export function EmptyState({ mark, title, text, children }: Props) {
	return (
		<div className="flex min-h-[62dvh] animate-rise flex-col items-center justify-center px-1 py-10 text-center">
			<div className="grid size-24 place-items-center rounded-full bg-mint-100 text-green-700">{mark}</div>
			<h1 className="mt-6 text-[22px]">{title}</h1>
			<p className="mt-2 max-w-[22em] text-balance text-ink-600">{text}</p>
			<div className="mt-8 flex w-full max-w-[320px] flex-col gap-2">{children}</div>
		</div>
	);
}
