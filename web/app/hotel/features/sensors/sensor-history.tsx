import { useTranslation } from "react-i18next";
import { formatAgo, formatDateTime, formatDay, formatNumber } from "~/hotel/lib/format";
import { SENSOR_TINT } from "~/hotel/lib/states";
import type { Sensor, SensorDay } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { koreanDay } from "~/shared/lib/korea";
import { Badge } from "~/shared/ui/badge";
import { DescriptionList } from "~/shared/ui/description-list";
import { LevelChart } from "./level-chart";

interface Props {
	sensor: Sensor;
	/** Oldest first, without days that have no readings. */
	days: readonly SensorDay[];
}

/** The current state of a sensor and its readings, as a chart and day by day. */
export function SensorHistory({ sensor, days }: Props) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<>
			<SensorDetails sensor={sensor} />
			<section aria-labelledby="history" className="card">
				<h2 id="history" className="text-header">
					{t("sensors.history")}
				</h2>
				{days.length === 0 ? (
					<p className="mt-2 text-ink-600">{t("sensors.noHistory")}</p>
				) : (
					<>
						<p className="mt-1 mb-4 text-meta text-ink-600">{t("sensors.historyText")}</p>
						<LevelChart label={t("sensors.history")} days={days} today={koreanDay(new Date())} />
					</>
				)}
			</section>
			{days.length === 0 ? null : <DayTable days={days} />}
		</>
	);
}

function SensorDetails({ sensor }: { sensor: Sensor }) {
	const { t } = useTranslation("hotelAdmin");
	const { state, type, room, levelPercent, batteryPercent, lastReadingAt, replaceDate } = sensor;
	const percent = (value: number | null) => (value === null ? "–" : `${formatNumber(value)}%`);
	return (
		<section aria-labelledby="sensor" className="card">
			<div className="mb-3 flex items-center justify-between gap-3">
				<h2 id="sensor" className="text-header">
					{t("sensors.about")}
				</h2>
				<Badge tint={SENSOR_TINT[state]}>{t(`sensor.${state}`, { ns: "hotel" })}</Badge>
			</div>
			<DescriptionList
				items={[
					[t("sensors.column.type"), t(`sensors.type.${type}`)],
					[t("sensors.room"), room?.number ?? t("sensors.noDispenser")],
					[t("sensors.column.level"), percent(levelPercent)],
					[t("sensors.column.battery"), percent(batteryPercent)],
					[
						t("sensors.column.lastReading"),
						lastReadingAt
							? `${formatDateTime(lastReadingAt)} (${formatAgo(lastReadingAt, Date.now())})`
							: t("sensors.never"),
					],
					[t("sensors.column.replaceDate"), replaceDate ? formatDay(replaceDate) : "–"],
				]}
			/>
		</section>
	);
}

function DayTable({ days }: { days: readonly SensorDay[] }) {
	const { t } = useTranslation("hotelAdmin");
	const percent = (value: number) => `${formatNumber(value)}%`;
	return (
		<section aria-labelledby="days" className="flex flex-col gap-3">
			<h2 id="days" className="text-header">
				{t("sensors.days")}
			</h2>
			<DataTable
				label={t("sensors.days")}
				rows={[...days].reverse()}
				keyOf={({ day }) => day}
				empty={t("sensors.noHistory")}
				columns={[
					{ head: t("sensors.day.day"), cell: ({ day }) => <span className="number">{formatDay(day)}</span> },
					{ head: t("sensors.day.last"), isNumber: true, cell: ({ lastPercent }) => percent(lastPercent) },
					{ head: t("sensors.day.min"), isNumber: true, cell: ({ minPercent }) => percent(minPercent) },
					{ head: t("sensors.day.max"), isNumber: true, cell: ({ maxPercent }) => percent(maxPercent) },
					{ head: t("sensors.day.readings"), isNumber: true, cell: ({ readings }) => formatNumber(readings) },
				]}
			/>
		</section>
	);
}
