import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkItem } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import { problemText } from "./problem-text";
import { WalkInSheet } from "./walk-in-sheet";
import { WorklistFilters } from "./worklist-filters";
import type { Filters, WorklistQuery } from "./worklist-query";
import { WorklistRow } from "./worklist-row";

interface Props {
	list: WorklistQuery;
	items: readonly WorkItem[];
	current: number | null;
	filters: Filters;
	onFilters: (filters: Filters) => void;
}

/** How many rows a key leads on. */
const stepOf = (key: string): number => (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);

/** Up and down among the rows, and down from the search box to the first. */
function move(event: KeyboardEvent<HTMLElement>, rows: HTMLElement | null): void {
	const step = stepOf(event.key);
	const target = event.target as HTMLElement;
	const row = rows?.contains(target) ? target.closest("a") : null;
	if (!rows || step === 0 || !(row || (target as HTMLInputElement).type === "search")) return;
	const links = [...rows.querySelectorAll("a")];
	const next = row ? links[links.indexOf(row) + step] : links[0];
	if (!next) return;
	event.preventDefault();
	next.focus();
	next.scrollIntoView?.({ block: "nearest" });
}

/** The clinic's applications. Up and down go from one to the next, also out of the search box. */
export function Worklist({ list, items, current, filters, onFilters }: Props) {
	const { t } = useTranslation("clinic");
	const [registering, setRegistering] = useState(false);
	const rows = useRef<HTMLUListElement>(null);
	// Beside an open application the application is what the page is about.
	const Heading = current === null ? "h1" : "h2";
	return (
		<section
			aria-label={t("work.title")}
			onKeyDown={(event) => move(event, rows.current)}
			className="flex h-full min-h-0 flex-col border-line bg-white lg:border-r"
		>
			<div className="border-b border-line px-4 pt-3 pb-3">
				<div className="flex items-center justify-between gap-2">
					<Heading className="text-header">
						{t("work.title")} <span className="number text-green-700">{items.length}</span>
						{list.hasNextPage ? "+" : ""}
					</Heading>
					<button
						type="button"
						onClick={() => setRegistering(true)}
						className="min-h-10 rounded-control border border-line px-3 text-meta font-bold text-green-700 hover:bg-mint-50"
					>
						+ {t("walkIn.open")}
					</button>
				</div>
				<WorklistFilters filters={filters} onFilters={onFilters} />
			</div>
			<div className="relative min-h-0 flex-1 overflow-y-auto">
				{list.error && items.length === 0 ? (
					<div className="p-4">
						<p role="alert" className="text-danger">
							{problemText(t, list.error)}
						</p>
						<Button tone="secondary" className="mt-3" onPress={() => void list.refetch()}>
							{t("action.retry", { ns: "common" })}
						</Button>
					</div>
				) : null}
				{list.isPending && list.fetchStatus !== "idle" ? (
					<div aria-busy="true" className="flex flex-col gap-2 p-4">
						<Skeleton className="h-16" />
						<Skeleton className="h-16" />
						<Skeleton className="h-16" />
					</div>
				) : null}
				{list.data && items.length === 0 ? (
					<p className="px-5 py-12 text-center text-ink-600">{t("work.empty")}</p>
				) : null}
				<ul ref={rows} aria-label={t("work.list")} className={list.isPlaceholderData ? "opacity-60" : ""}>
					{items.map((item) => (
						<li key={item.id}>
							<WorklistRow item={item} isCurrent={item.id === current} />
						</li>
					))}
				</ul>
				{list.hasNextPage ? (
					<div className="p-3">
						<Button
							tone="secondary"
							className="w-full"
							isPending={list.isFetchingNextPage}
							onPress={() => void list.fetchNextPage()}
						>
							{t("work.more")}
						</Button>
					</div>
				) : null}
			</div>
			{registering ? <WalkInSheet onClose={() => setRegistering(false)} /> : null}
		</section>
	);
}
