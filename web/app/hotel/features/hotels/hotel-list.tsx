import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClients } from "~/hotel/lib/clients-query";
import { formatNumber } from "~/hotel/lib/format";
import { useOverview } from "~/hotel/lib/overview-query";
import { useMay, useMe } from "~/hotel/session/hotel-session";
import type { Client, OverviewRow } from "~/hotel/types";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { HotelLink } from "~/hotel/ui/hotel-link";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { SearchBox } from "~/shared/ui/search-box";

const matches = ({ name, address, headquarters }: Client, query: string) =>
	[name, address, headquarters?.name ?? ""].some((text) => text.toLowerCase().includes(query.toLowerCase()));

/** The numbers shown for each hotel. */
const METRICS = {
	rooms: ({ rooms }: OverviewRow) => rooms.total,
	require: ({ rooms }: OverviewRow) => rooms.require,
	silentSensors: ({ sensors }: OverviewRow) => sensors.abnormal + sensors.needCheck,
	openOrders: ({ openOrders }: OverviewRow) => openOrders ?? 0,
};

/** The hotels that the user may see, with the open tasks of each. */
export function HotelList() {
	const { t } = useTranslation("hotelAdmin");
	const query = useClients("general_hotel");
	const [search, setSearch] = useState("");
	const maySeeOrders = useMay("read_orders");
	const isOfOneGroup = useMe().role === "headquarters";
	const searchLabel = t(isOfOneGroup ? "hotels.searchOwn" : "hotels.search");
	const headquarters: Column<Client> = {
		head: t("hotels.column.headquarters"),
		cell: (client) => client.headquarters?.name ?? "–",
	};
	const summaries = useOverview().data?.hotels;
	const metricColumn = (name: keyof typeof METRICS, isUrgent = false): Column<Client> => ({
		head: t(`hotels.column.${name}`),
		isNumber: true,
		cell: ({ id }) => {
			const summary = summaries?.find(({ hotel }) => hotel.id === id);
			if (!summary) return "–";
			const value = METRICS[name](summary);
			return isUrgent && value > 0 ? (
				<Badge tint="warning">{formatNumber(value)}</Badge>
			) : (
				formatNumber(value)
			);
		},
	});
	return (
		<>
			<SearchBox
				className="max-w-[420px]"
				label={searchLabel}
				placeholder={searchLabel}
				onSearch={setSearch}
			/>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("nav.hotels", { ns: "hotel" })}
						rows={items.filter((client) => matches(client, search))}
						keyOf={({ id }) => id}
						empty={t("hotels.none")}
						columns={[
							{
								head: t("hotels.column.hotel"),
								cell: (client) => <HotelCell client={client} />,
							},
							...(isOfOneGroup ? [] : [headquarters]),
							{ head: t("hotels.column.address"), cell: ({ address }) => address },
							metricColumn("rooms"),
							metricColumn("require", true),
							metricColumn("silentSensors", true),
							...(maySeeOrders ? [metricColumn("openOrders")] : []),
						]}
					/>
				)}
			</QueryState>
		</>
	);
}

function HotelCell({ client }: { client: Client }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<span className="flex items-center gap-2">
			<HotelLink hotel={client} />
			{client.active ? null : <Badge tint="quiet">{t("person.inactive")}</Badge>}
		</span>
	);
}
