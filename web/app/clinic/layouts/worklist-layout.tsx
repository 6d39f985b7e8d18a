import { Outlet, useParams } from "react-router";
import { useStableItems } from "~/clinic/features/worklist/use-stable-items";
import { Worklist } from "~/clinic/features/worklist/worklist";
import { useWorklistFilters } from "~/clinic/lib/worklist-filters";
import { useWorklist } from "~/clinic/lib/worklist-query";
import { useStaffSession } from "~/clinic/session/staff-session";
import { isOpen } from "~/domain/tci/application";
import type { WorkItem } from "~/shared/api/types";
import { parseId } from "~/shared/lib/format";

/** What the worklist passes to the page beside it. */
export interface WorkContext {
	/** Id of the next application in the list that needs work and that no colleague has. */
	next: number | null;
}

/** The worklist beside an application; on a narrow screen only one of the two. */
export default function WorklistLayout() {
	const id = parseId(useParams().id);
	const [filters, setFilters] = useWorklistFilters();
	const list = useWorklist(filters);
	const fresh = list.data?.pages.flatMap((page) => page.clinics) ?? [];
	const { items, newer, hold } = useStableItems(JSON.stringify(filters), fresh, id);
	const at = items.findIndex((each) => each.id === id);
	const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))];
	const { staff } = useStaffSession();
	const isForMe = ({ assignee }: WorkItem) => assignee === null || assignee.id === staff?.id;
	const next = rest.find((each) => isOpen(each.status) && each.id !== id && isForMe(each))?.id ?? null;
	return (
		<div className="grid min-h-0 flex-1 lg:grid-cols-[300px_minmax(0,1fr)]">
			<div className={`relative min-h-0 ${id === null ? "" : "max-lg:hidden"}`}>
				<Worklist
					list={list}
					items={items}
					newer={newer}
					current={id}
					filters={filters}
					onFilters={setFilters}
					onLockChange={hold}
				/>
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
