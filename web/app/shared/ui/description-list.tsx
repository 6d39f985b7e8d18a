import type { ReactNode } from "react";

/** Names and values, one pair per line. */
export function DescriptionList({
	items,
}: {
	items: readonly (readonly [name: string, value: ReactNode])[];
}) {
	return (
		<dl className="flex flex-col gap-2.5">
			{items.map(([name, value]) => (
				<div key={name} className="flex justify-between gap-4">
					<dt className="shrink-0 text-meta text-ink-600">{name}</dt>
					<dd className="number min-w-0 text-right text-[14px] font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}
