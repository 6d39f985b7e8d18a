import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Filters } from "~/clinic/lib/worklist-filters";
import type { WorklistQuery } from "~/clinic/lib/worklist-query";
import { problemText } from "~/shared/api/problem-text";
import type { WorkItem } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";
import { WorklistFilters } from "./worklist-filters";
import { WorklistHead } from "./worklist-head";
import { WorklistRows } from "./worklist-rows";

interface Props {
	list: WorklistQuery;
	items: readonly WorkItem[];
	/** Number of new applications not shown yet. */
	newer: number;
	current: number | null;
	filters: Filters;
	onFilters: (filters: Filters) => void;
	/** Called when the pointer or the focus enters or leaves the list, and when the new applications are requested. */
	onLockChange: (isHeld: boolean) => void;
}

/** How many rows a key moves the focus. */
const stepOf = (key: string): number => (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);

/** Moves the focus up and down among the rows, and from the search field to the first row. */
function moveFocus(event: KeyboardEvent<HTMLElement>, rows: HTMLElement | null): void {
	// The arrow belongs to the input method while a syllable is composed; moving the focus would lose the syllable.
	const step = event.nativeEvent.isComposing ? 0 : stepOf(event.key);
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

/** The clinic's applications. Arrow up and down move among them, also from the search field. */
export function Worklist({ list, items, newer, current, filters, onFilters, onLockChange }: Props) {
	const { t } = useTranslation("clinic");
	const [isChoosing, setChoosing] = useState(false);
	const rows = useRef<HTMLUListElement>(null);
	const region = useRef<HTMLDivElement>(null);
	const onPointerLeave = ({ pointerType }: PointerEvent) => {
		// A finger leaves before its click: without the lock the button that it pressed would be gone.
		if (pointerType !== "touch" || newer === 0) onLockChange(false);
	};
	const showNewer = () => {
		// Rendered before the focus moves to the first row, which locks the list again.
		flushSync(() => onLockChange(false));
		if (region.current) region.current.scrollTop = 0;
		rows.current?.querySelector("a")?.focus();
	};
	return (
		<section
			aria-label={t("work.title")}
			onKeyDown={(event) => moveFocus(event, rows.current)}
			className="flex h-full min-h-0 flex-col border-line bg-white lg:border-r"
		>
			<div className="border-b border-line px-4 pt-2 pb-3">
				<WorklistHead isMain={current === null} isChoosing={isChoosing} onChoosing={setChoosing} />
				<WorklistFilters filters={filters} onFilters={onFilters} />
			</div>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: only observes where the pointer and the focus are */}
			<div
				ref={region}
				onPointerEnter={() => onLockChange(true)}
				onPointerLeave={onPointerLeave}
				onFocus={() => onLockChange(true)}
				onBlur={({ currentTarget, relatedTarget }) => {
					if (!currentTarget.contains(relatedTarget)) onLockChange(false);
				}}
				className="relative min-h-0 flex-1 overflow-y-auto"
			>
				<NewerButton count={newer} onPress={showNewer} />
				<ListState list={list} isEmpty={items.length === 0} filters={filters} onFilters={onFilters} />
				<WorklistRows
					rows={rows}
					items={items}
					current={current}
					isStale={list.isPlaceholderData}
					isChoosing={isChoosing}
				/>
				{list.hasNextPage ? (
					<div className="p-3">
						<NextPageButton list={list} className="w-full">
							{t("work.more")}
						</NextPageButton>
					</div>
				) : null}
			</div>
		</section>
	);
}

function NewerButton({ count, onPress }: { count: number; onPress: () => void }) {
	const { t } = useTranslation("clinic");
	if (count === 0) return null;
	return (
		<button
			type="button"
			// Safari does not focus a pressed button: the row would lose the focus, and the list its lock.
			onMouseDown={(event) => event.preventDefault()}
			onClick={onPress}
			className="sticky top-2 z-2 mx-auto mt-2 block min-h-11 rounded-full bg-green-700 px-4 text-[14px] font-bold text-white shadow-float hover:bg-green-600"
		>
			{t("work.newer", { n: count })}
		</button>
	);
}

interface StateProps extends Pick<Props, "list" | "filters" | "onFilters"> {
	isEmpty: boolean;
}

/** Shown instead of rows: loading, failed, or nothing matches. */
function ListState({ list, isEmpty, filters, onFilters }: StateProps) {
	const { t } = useTranslation("clinic");
	if (!isEmpty) return null;
	if (list.error) {
		return (
			<div className="p-4">
				<p role="alert" className="text-danger">
					{problemText(list.error)}
				</p>
				<Button tone="secondary" className="mt-3" onPress={() => void list.refetch()}>
					{t("action.retry", { ns: "common" })}
				</Button>
			</div>
		);
	}
	if (!list.data) {
		return (
			<div aria-busy="true" className="flex flex-col gap-2 p-4">
				<Skeleton className="h-16" />
				<Skeleton className="h-16" />
				<Skeleton className="h-16" />
			</div>
		);
	}
	const isSearched = filters.q !== "" || filters.only !== null;
	return (
		<div className="px-5 py-12 text-center text-ink-600">
			<p>{t(filters.view === "todo" && !isSearched ? "work.allDone" : "work.empty")}</p>
			{filters.view !== "all" && filters.q ? (
				<Button
					tone="secondary"
					className="mt-3"
					onPress={() => onFilters({ ...filters, view: "all", only: null })}
				>
					{t("work.searchAll")}
				</Button>
			) : null}
		</div>
	);
}
