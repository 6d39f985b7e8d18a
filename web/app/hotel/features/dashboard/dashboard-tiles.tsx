import { useTranslation } from "react-i18next";
import { formatMonth, formatNumber, formatVolume, formatWeight } from "~/hotel/lib/format";
import type { Dashboard } from "~/hotel/types";
import { MetricTile } from "~/hotel/ui/metric-tile";

export function RoomsTile({ rooms }: Pick<Dashboard, "rooms">) {
	const { t } = useTranslation("hotel");
	return (
		<MetricTile
			icon="rooms"
			name={t("dashboard.require")}
			value={formatNumber(rooms.require)}
			text={t("dashboard.ofRooms", { n: formatNumber(rooms.total) })}
			isUrgent={rooms.require > 0}
		/>
	);
}

export function RefillTile({ month }: Pick<Dashboard, "month">) {
	const { t } = useTranslation("hotel");
	return (
		<MetricTile
			icon="drop"
			name={t("dashboard.refilled")}
			value={formatVolume(month.refillMl)}
			text={t("dashboard.inMonth", { month: formatMonth(month.month) })}
		/>
	);
}

export function PlasticTile({ month }: Pick<Dashboard, "month">) {
	const { t } = useTranslation("hotel");
	return (
		<MetricTile
			icon="leaf"
			name={t("dashboard.plastic")}
			value={formatWeight(month.plasticGrams)}
			text={t("dashboard.bottles", { count: month.bottlesReplaced, n: formatNumber(month.bottlesReplaced) })}
		/>
	);
}

/** The sensors that need attention. */
export function SensorsTile({ sensors }: Pick<Dashboard, "sensors">) {
	const { t } = useTranslation("hotel");
	const silent = sensors.abnormal + sensors.needCheck;
	return (
		<MetricTile
			icon="sensors"
			name={t("dashboard.sensors")}
			value={formatNumber(silent)}
			text={t("dashboard.normal", { n: formatNumber(sensors.normal) })}
			isUrgent={silent > 0}
		/>
	);
}
