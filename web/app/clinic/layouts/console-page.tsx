import type { ReactNode } from "react";
import { useScreenTitle } from "~/shared/lib/screen-title";

/** A page of the console besides the worklist: a heading above centered content. */
export function ConsolePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
	useScreenTitle(title);
	return (
		<main
			id="main"
			tabIndex={-1}
			className="relative min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
		>
			<div className="mx-auto flex max-w-[860px] flex-col gap-4 px-4 py-6 sm:px-6">
				<div>
					<h1 className="text-title">{title}</h1>
					<p className="mt-1 text-ink-600">{text}</p>
				</div>
				{children}
			</div>
		</main>
	);
}
