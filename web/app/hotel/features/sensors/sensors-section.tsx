import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatAgo, formatDay, formatNumber } from "~/hotel/lib/format";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import { SENSOR_TINT } from "~/hotel/lib/states";
import { useMay } from "~/hotel/session/hotel-session";
import type { HotelName, Sensor, SensorState } from "~/hotel/types";
import { ChoiceBar } from "~/hotel/ui/choice-bar";
import { type Column, DataTable } from "~/hotel/ui/data-table";
import { MoreButton } from "~/hotel/ui/more-button";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { SearchBox } from "~/shared/ui/search-box";
import { useSensors } from "./queries";
import { SensorActions } from "./sensor-actions";

const SensorDialog = lazy(() =>
	import("./sensor-dialog").then((module) => ({ default: module.SensorDialog })),
);
const STATES = ["need_check", "abnormal", "normal"] as const satisfies readonly SensorState[];

/** The sensors of a hotel, and which of them need attention. */
export function SensorsSection({ hotel }: { hotel: HotelName }) {
	const { t } = useTranslation("hotelAdmin");
	const mayManage = useMay("manage_sensors");
	const [state, setState] = useState<SensorState | "all">("all");
	const [q, setQ] = useState("");
	const [editing, setEditing] = useState<Sensor | "new" | null>(null);
	const query = useSensors(hotel.id, { ...(state === "all" ? {} : { state }), ...(q ? { q } : {}) });
	return (
		<>
			<div className="flex flex-col gap-3 sm:flex-row">
				<SearchBox
					className="min-w-0 flex-1"
					label={t("sensors.search")}
					placeholder={t("sensors.search")}
					onSearch={setQ}
				/>
				{mayManage ? <Button onPress={() => setEditing("new")}>{t("sensors.new")}</Button> : null}
			</div>
			<ChoiceBar
				label={t("sensors.filter")}
				value={state}
				onChange={setState}
				choices={[
					["all", t("sensors.all")],
					...STATES.map((each) => [each, t(`sensor.${each}`, { ns: "hotel" })] as const),
				]}
			/>
			<QueryState query={query}>
				{({ pages }) => (
					<div aria-busy={query.isPlaceholderData} className="flex flex-col gap-4">
						<SensorTable
							rows={pages.flatMap(({ items }) => items)}
							onEdit={mayManage ? setEditing : undefined}
						/>
						<MoreButton query={query} />
					</div>
				)}
			</QueryState>
			{editing ? (
				<Suspense>
					<SensorDialog
						hotelId={hotel.id}
						sensor={editing === "new" ? null : editing}
						onClose={() => setEditing(null)}
					/>
				</Suspense>
			) : null}
		</>
	);
}

interface TableProps {
	rows: readonly Sensor[];
	onEdit?: (sensor: Sensor) => void;
}

function SensorTable({ rows, onEdit }: TableProps) {
	const { t } = useTranslation("hotelAdmin");
	const now = Date.now();
	const actions: Column<Sensor> = {
		head: t("person.actions"),
		isUnlabeled: true,
		cell: (sensor) => (onEdit ? <SensorActions sensor={sensor} onEdit={() => onEdit(sensor)} /> : null),
	};
	return (
		<DataTable
			label={t("nav.sensors", { ns: "hotel" })}
			rows={rows}
			keyOf={({ id }) => id}
			empty={t("sensors.none")}
			columns={[
				{
					head: t("sensors.column.serial"),
					cell: (sensor) => <SerialCell sensor={sensor} />,
				},
				{ head: t("sensors.column.location"), cell: ({ location }) => location },
				{
					head: t("sensors.column.state"),
					cell: ({ state }) => (
						<Badge tint={SENSOR_TINT[state]}>{t(`sensor.${state}`, { ns: "hotel" })}</Badge>
					),
				},
				{
					head: t("sensors.column.level"),
					isNumber: true,
					cell: ({ levelPercent }) => (levelPercent === null ? "–" : `${formatNumber(levelPercent)}%`),
				},
				{
					head: t("sensors.column.battery"),
					isNumber: true,
					cell: ({ batteryPercent }) => (batteryPercent === null ? "–" : `${formatNumber(batteryPercent)}%`),
				},
				{
					head: t("sensors.column.lastReading"),
					cell: ({ lastReadingAt }) => (lastReadingAt ? formatAgo(lastReadingAt, now) : t("sensors.never")),
				},
				{
					head: t("sensors.column.replaceDate"),
					cell: ({ replaceDate }) => (
						<span className="number whitespace-nowrap">{replaceDate ? formatDay(replaceDate) : "–"}</span>
					),
				},
				...(onEdit ? [actions] : []),
			]}
		/>
	);
}

function SerialCell({ sensor }: { sensor: Sensor }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<>
			<Link
				to={href("/hotel/sensors/:id", { id: String(sensor.id) }) + useHotelQuery()}
				className="number inline-flex min-h-11 items-center font-bold text-green-700 hover:underline"
			>
				{sensor.serial}
			</Link>
			<span className="block text-meta font-normal text-ink-600">{t(`sensors.type.${sensor.type}`)}</span>
		</>
	);
}
