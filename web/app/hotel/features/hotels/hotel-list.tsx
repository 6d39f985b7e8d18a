import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useClients } from "~/hotel/lib/clients-query";
import { number } from "~/hotel/lib/format";
import { ofHotel } from "~/hotel/lib/hotel-choice";
import { useOverview } from "~/hotel/lib/overview-query";
import { useMay } from "~/hotel/session/hotel-session";
import type { Client, OverviewRow } from "~/hotel/types";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { SearchBox } from "~/shared/ui/search-box";

const matches = ({ name, address, headquarters }: Client, words: string) =>
	[name, address, headquarters?.name ?? ""].some((text) => text.toLowerCase().includes(words.toLowerCase()));

/** What waits in a hotel. */
const FIGURES = {
	rooms: ({ rooms }: OverviewRow) => rooms.total,
	require: ({ rooms }: OverviewRow) => rooms.require,
	silentSensors: ({ sensors }: OverviewRow) => sensors.abnormal + sensors.needCheck,
	openOrders: ({ openOrders }: OverviewRow) => openOrders ?? 0,
};

/** The hotels that the user may see, and what waits in each. */
export function HotelList() {
	const { t } = useTranslation("hotelAdmin");
	const query = useClients("general_hotel");
	const [words, setWords] = useState("");
	const target = useMay("read_hotel_dashboard") ? href("/hotel") : href("/hotel/rooms");
	const maySeeOrders = useMay("read_orders");
	const glances = useOverview().data?.hotels;
	const figure = (name: keyof typeof FIGURES, isUrgent = false): Column<Client> => ({
		head: t(`hotels.column.${name}`),
		isNumber: true,
		cell: ({ id }) => {
			const glance = glances?.find(({ hotel }) => hotel.id === id);
			if (!glance) return "–";
			const value = FIGURES[name](glance);
			return isUrgent && value > 0 ? <Badge tint="warning">{number(value)}</Badge> : number(value);
		},
	});
	return (
		<>
			<SearchBox
				className="max-w-[420px]"
				label={t("hotels.search")}
				placeholder={t("hotels.search")}
				onSearch={setWords}
			/>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("nav.hotels", { ns: "hotel" })}
						rows={items.filter((client) => matches(client, words))}
						keyOf={({ id }) => id}
						empty={t("hotels.none")}
						columns={[
							{
								head: t("hotels.column.hotel"),
								cell: ({ id, name, active }) => (
									<span className="flex items-center gap-2">
										<Link
											to={ofHotel(target, id)}
											className="inline-flex min-h-11 items-center font-bold text-green-700 hover:underline"
										>
											{name}
										</Link>
										{active ? null : <Badge tint="quiet">{t("person.inactive")}</Badge>}
									</span>
								),
							},
							{
								head: t("hotels.column.headquarters"),
								cell: ({ headquarters }) => headquarters?.name ?? "–",
							},
							{ head: t("hotels.column.address"), cell: ({ address }) => address },
							figure("rooms"),
							figure("require", true),
							figure("silentSensors", true),
							...(maySeeOrders ? [figure("openOrders")] : []),
						]}
					/>
				)}
			</QueryState>
		</>
	);
}
