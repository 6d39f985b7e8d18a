import { useTranslation } from "react-i18next";
import { formatTime, formatVolume } from "~/hotel/lib/format";
import type { HotelName } from "~/hotel/types";
import { MoreButton } from "~/hotel/ui/more-button";
import { QueryState } from "~/hotel/ui/query-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useDoneToday } from "./queries";

/** The user's refills of today. */
export function DoneToday({ hotel }: { hotel: HotelName }) {
	const { t } = useTranslation("hotel");
	const query = useDoneToday(hotel.id);
	return (
		<section aria-labelledby="done" className="flex flex-col gap-3">
			<h2 id="done" className="text-header">
				{t("tasks.doneToday")}
			</h2>
			<QueryState query={query} skeleton={<Skeleton className="h-24 rounded-card" />}>
				{({ pages }) => {
					const refills = pages.flatMap(({ items }) => items);
					if (refills.length === 0) return <p className="text-ink-600">{t("tasks.noneYet")}</p>;
					return (
						<>
							<ul className="card flex flex-col py-1">
								{refills.map(({ id, at, roomNumber, product, ml }) => (
									<li
										key={id}
										className="number flex items-center justify-between gap-3 border-b border-line py-3 last:border-0"
									>
										<span className="min-w-0">
											<span className="block font-semibold">{t("rooms.room", { number: roomNumber })}</span>
											<span className="block truncate text-meta text-ink-600">{product.name}</span>
										</span>
										<span className="shrink-0 text-right text-meta text-ink-600">
											<span className="block font-semibold text-ink-900">{formatVolume(ml)}</span>
											{formatTime(at)}
										</span>
									</li>
								))}
							</ul>
							<MoreButton query={query} />
						</>
					);
				}}
			</QueryState>
		</section>
	);
}
