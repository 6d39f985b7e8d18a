import { useTranslation } from "react-i18next";
import { monthName, number, volume, weight } from "~/hotel/lib/format";
import type { Dashboard } from "~/hotel/types";
import { FigureTile } from "~/hotel/ui/figure-tile";

export function RoomsTile({ rooms }: Pick<Dashboard, "rooms">) {
	const { t } = useTranslation("hotel");
	return (
		<FigureTile
			icon="rooms"
			name={t("dashboard.require")}
			value={number(rooms.require)}
			text={t("dashboard.ofRooms", { n: number(rooms.total) })}
			isUrgent={rooms.require > 0}
		/>
	);
}

export function RefillTile({ month }: Pick<Dashboard, "month">) {
	const { t } = useTranslation("hotel");
	return (
		<FigureTile
			icon="drop"
			name={t("dashboard.refilled")}
			value={volume(month.refillMl)}
			text={t("dashboard.inMonth", { month: monthName(month.month) })}
		/>
	);
}

export function PlasticTile({ month }: Pick<Dashboard, "month">) {
	const { t } = useTranslation("hotel");
	return (
		<FigureTile
			icon="leaf"
			name={t("dashboard.plastic")}
			value={weight(month.plasticGrams)}
			text={t("dashboard.bottles", { count: month.bottlesReplaced, n: number(month.bottlesReplaced) })}
		/>
	);
}

/** The sensors that need attention. */
export function SensorsTile({ sensors }: Pick<Dashboard, "sensors">) {
	const { t } = useTranslation("hotel");
	const silent = sensors.abnormal + sensors.needCheck;
	return (
		<FigureTile
			icon="sensors"
			name={t("dashboard.sensors")}
			value={number(silent)}
			text={t("dashboard.normal", { n: number(sensors.normal) })}
			isUrgent={silent > 0}
		/>
	);
}
