import type { ReactNode } from "react";
import { useScreenTitle } from "~/shared/lib/screen-title";

interface Props {
	title: string;
	text?: ReactNode;
	/** Actions on the page as a whole. */
	actions?: ReactNode;
	children: ReactNode;
}

/** A page of the console: heading, actions and content. */
export function OpsPage({ title, text, actions, children }: Props) {
	useScreenTitle(title);
	return (
		<div className="mx-auto flex w-full max-w-[1200px] flex-col gap-4 px-4 py-5 sm:px-6">
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
				<div className="min-w-0 flex-1 basis-72">
					<h1 className="text-title">{title}</h1>
					{text ? <div className="mt-1 text-ink-600">{text}</div> : null}
				</div>
				{actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
			</div>
			{children}
		</div>
	);
}
