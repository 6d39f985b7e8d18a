import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { useSensorDays } from "~/hotel/features/sensors/queries";
import { SensorHistory } from "~/hotel/features/sensors/sensor-history";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { QueryState } from "~/hotel/ui/query-state";
import { NotFound } from "~/shared/layouts/not-found";
import { idOf } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { BackIcon } from "~/shared/ui/icons";

export default function SensorPage() {
	const { t } = useTranslation("hotelAdmin");
	const id = idOf(useParams().id);
	return (
		<RequirePermission permission="read_sensors">
			{id === null ? (
				<HotelPage title={t("sensors.one")}>
					<NotFound />
				</HotelPage>
			) : (
				<Shown key={id} id={id} />
			)}
		</RequirePermission>
	);
}

function Shown({ id }: { id: number }) {
	const { t } = useTranslation("hotelAdmin");
	const choice = useHotelQuery();
	const query = useSensorDays(id);
	const sensor = query.data?.sensor;
	return (
		<HotelPage
			title={sensor?.serial ?? t("sensors.one")}
			text={sensor?.location}
			action={
				<Link to={href("/hotel/sensors") + choice} className={buttonStyle("quiet", "-ml-3.5", "tight")}>
					<BackIcon className="size-4" />
					{t("sensors.back")}
				</Link>
			}
		>
			<QueryState query={query}>
				{({ sensor, items }) => <SensorHistory sensor={sensor} days={items} />}
			</QueryState>
		</HotelPage>
	);
}
