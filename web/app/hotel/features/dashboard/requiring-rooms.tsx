import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatNumber } from "~/hotel/lib/format";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import type { Dashboard } from "~/hotel/types";
import { Badge } from "~/shared/ui/badge";
import { CheckIcon } from "~/shared/ui/tool-icons";

const MAX_SHOWN = 8;

/** The rooms that require a visit. */
export function RequiringRooms({ rooms, count }: { rooms: Dashboard["requiring"]; count: number }) {
	const { t } = useTranslation("hotel");
	const query = useHotelQuery();
	const address = (id?: number) => {
		const search = new URLSearchParams(query);
		search.set("show", "require");
		if (id) search.set("room", String(id));
		return `${href("/hotel/rooms")}?${search}`;
	};
	return (
		<section aria-labelledby="requiring" className="card flex flex-col">
			<h2 id="requiring" className="text-header">
				{t("dashboard.requiring")}
			</h2>
			{rooms.length === 0 ? (
				<div className="grid flex-1 place-items-center py-8 text-center text-ink-600">
					<div>
						<span className="mx-auto grid size-12 place-items-center rounded-full bg-mint-100 text-green-700">
							<CheckIcon />
						</span>
						<p className="mt-3">{t("dashboard.allStable")}</p>
					</div>
				</div>
			) : null}
			<ul className="mt-2 flex flex-col">
				{rooms.slice(0, MAX_SHOWN).map(({ id, number: name, reasons }) => (
					<li key={id} className="border-b border-line last:border-0">
						<Link
							to={address(id)}
							className="-mx-2 flex min-h-12 items-center justify-between gap-3 rounded-control px-2 hover:bg-mint-50"
						>
							<span className="number font-semibold">{t("rooms.room", { number: name })}</span>
							<span className="flex flex-wrap justify-end gap-1">
								{[...new Set(reasons.map(({ kind }) => kind))].map((kind) => (
									<Badge key={kind} tint={kind === "low" ? "danger" : "warning"}>
										{t(`reason.${kind}`)}
									</Badge>
								))}
							</span>
						</Link>
					</li>
				))}
			</ul>
			{count > MAX_SHOWN ? (
				<Link to={address()} className="mt-2 flex min-h-11 items-center font-bold text-green-700">
					{t("dashboard.allRooms", { n: formatNumber(count) })}
				</Link>
			) : null}
		</section>
	);
}
