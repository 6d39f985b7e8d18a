import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWorkPaths } from "~/clinic/lib/worklist-filters";
import type { WorkItem } from "~/shared/api/types";
import { BulkTake } from "./bulk-take";
import { WorklistRow } from "./worklist-row";

interface Props {
	rows: RefObject<HTMLUListElement | null>;
	items: readonly WorkItem[];
	current: number | null;
	/** Whether the rows still belong to the previous filters. */
	isStale: boolean;
	isChoosing: boolean;
}

/** Whether it can be taken: it needs work and has no assignee. */
const isFree = ({ needsWork, assignee }: WorkItem): boolean => needsWork && assignee === null;

/** The rows of the list. Several can be selected and taken at once. */
export function WorklistRows({ rows, items, current, isStale, isChoosing }: Props) {
	const { t } = useTranslation("clinic");
	const paths = useWorkPaths();
	const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
	const free = items.filter(isFree).map(({ id }) => id);
	const ids = free.filter((id) => chosen.has(id));
	const isAll = free.length > 0 && ids.length === free.length;
	const choose = (id: number, isOn: boolean) =>
		setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
	return (
		<>
			{isChoosing ? (
				<div className="sticky top-0 z-1 flex flex-col gap-2 border-b border-line bg-mint-50 px-3.5 py-2.5">
					<label className="flex min-h-11 cursor-pointer items-center gap-3 text-[14px] font-semibold">
						<input
							type="checkbox"
							checked={isAll}
							disabled={free.length === 0}
							onChange={() => setChosen(new Set(isAll ? [] : free))}
							className="size-5 accent-green-700"
						/>
						{free.length === 0 ? t("choose.none") : t("choose.all", { n: free.length })}
					</label>
					<BulkTake ids={ids} onTaken={() => setChosen(new Set())} />
				</div>
			) : null}
			<ul ref={rows} aria-label={t("work.list")} aria-busy={isStale}>
				{items.map((item) => (
					<li key={item.id} className="flex border-b border-line">
						{isChoosing ? (
							<label className="grid w-12 shrink-0 cursor-pointer place-items-center has-disabled:cursor-default has-disabled:opacity-40">
								<input
									type="checkbox"
									aria-label={t("choose.one", { name: item.patientInstitution.name })}
									checked={ids.includes(item.id)}
									disabled={!isFree(item)}
									onChange={({ target }) => choose(item.id, target.checked)}
									className="size-5 accent-green-700"
								/>
							</label>
						) : null}
						<WorklistRow item={item} to={paths.application(item.id)} isCurrent={item.id === current} />
					</li>
				))}
			</ul>
		</>
	);
}
