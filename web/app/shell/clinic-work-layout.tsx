import { useState } from "react";
import { Outlet, useParams } from "react-router";
import { Worklist } from "~/features/clinic/worklist";
import { type Filters, NO_FILTERS, useWorklist } from "~/features/clinic/worklist-query";
import { idOf } from "~/lib/format";
import { isOpen } from "~/lib/tci/application";

/** What the work beside the list is told by it. */
export interface WorkContext {
	/** The next application in the list on which something is left to do. */
	next: number | null;
}

/** The worklist beside the work; on a narrow screen one of the two. */
export default function ClinicWorkLayout() {
	const id = idOf(useParams().id);
	const [filters, setFilters] = useState<Filters>(NO_FILTERS);
	const list = useWorklist(filters);
	const items = list.data?.pages.flatMap((page) => page.clinics) ?? [];
	const at = items.findIndex((each) => each.id === id);
	const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))];
	const next = rest.find((each) => isOpen(each.status) && each.id !== id)?.id ?? null;
	return (
		<div className="grid min-h-0 flex-1 lg:grid-cols-[300px_minmax(0,1fr)]">
			<div className={`relative min-h-0 ${id === null ? "" : "max-lg:hidden"}`}>
				<Worklist list={list} items={items} current={id} filters={filters} onFilters={setFilters} />
			</div>
			<main
				id="main"
				tabIndex={-1}
				className={`relative min-h-0 min-w-0 overflow-y-auto outline-none ${id === null ? "max-lg:hidden" : ""}`}
			>
				<Outlet context={{ next } satisfies WorkContext} />
			</main>
		</div>
	);
}
