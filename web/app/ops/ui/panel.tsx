import { type ReactNode, useId } from "react";

interface Props {
	title: string;
	text?: string;
	actions?: ReactNode;
	children: ReactNode;
}

/** A section of a page with its own heading. */
export function Panel({ title, text, actions, children }: Props) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="card flex min-w-0 flex-col gap-3 p-4 sm:p-5">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<div className="min-w-0 flex-1 basis-60">
					<h2 id={id} className="text-header">
						{title}
					</h2>
					{text ? <p className="mt-0.5 text-meta text-ink-600">{text}</p> : null}
				</div>
				{actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
			</div>
			{children}
		</section>
	);
}
