import { Link } from "react-router";
import { NextIcon } from "~/shared/ui/icons";

/** A card of links to other screens. */
export function RowLinks({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
	return (
		<nav aria-label={label} className="card overflow-hidden p-0">
			<ul className="divide-y divide-line">
				{rows.map(([name, to]) => (
					<li key={to}>
						<Link
							to={to}
							className="flex min-h-14 items-center justify-between gap-3 px-5 font-medium -outline-offset-3 hover:bg-mint-50"
						>
							{name}
							<NextIcon className="size-4 text-ink-600" />
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
