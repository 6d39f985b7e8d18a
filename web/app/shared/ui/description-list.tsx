import type { ReactNode } from "react";

/** Names and values, one pair per line. A value that must not break moves below its name if both do not fit. */
export function DescriptionList({
	items,
}: {
	items: readonly (readonly [name: string, value: ReactNode])[];
}) {
	return (
		<dl className="flex flex-col gap-2.5">
			{items.map(([name, value]) => (
				<div key={name} className="flex flex-wrap gap-x-4">
					<dt className="shrink-0 text-meta text-ink-600">{name}</dt>
					<dd className="number min-w-min flex-1 text-right text-[14px] font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}
