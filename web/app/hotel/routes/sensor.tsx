import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { href, useParams } from "react-router";
import { useSensorDays } from "~/hotel/features/sensors/queries";
import { SensorHistory } from "~/hotel/features/sensors/sensor-history";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { QueryState } from "~/hotel/ui/query-state";
import { NotFound } from "~/shared/layouts/not-found";
import { parseId } from "~/shared/lib/format";

export default function SensorPage() {
	const { t } = useTranslation("hotelAdmin");
	const id = parseId(useParams().id);
	return (
		<RequirePermission permission="read_sensors">
			{id === null ? (
				<HotelPage title={t("sensors.one")}>
					<NotFound />
				</HotelPage>
			) : (
				<SensorDetail key={id} id={id} />
			)}
		</RequirePermission>
	);
}

function SensorDetail({ id }: { id: number }) {
	const { t } = useTranslation("hotelAdmin");
	const choice = useHotelQuery();
	const query = useSensorDays(id);
	const sensor = query.data?.sensor;
	return (
		<HotelPage
			title={sensor?.serial ?? t("sensors.one")}
			text={sensor?.location}
			back={{ to: href("/hotel/sensors") + choice, text: t("sensors.back") }}
		>
			<QueryState query={query}>
				{({ sensor, items }) => <SensorHistory sensor={sensor} days={items} />}
			</QueryState>
		</HotelPage>
	);
}
