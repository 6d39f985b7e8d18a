import { useTranslation } from "react-i18next";
import type { Sensor } from "~/hotel/types";
import { RowButton } from "~/hotel/ui/row-button";
import { problemText } from "~/shared/api/problem-text";
import { useSaveSensor } from "./queries";

interface Props {
	hotelId: number;
	sensor: Sensor;
	onEdit: () => void;
}

/** Changes a sensor, or marks it as checked. */
export function SensorActions({ hotelId, sensor, onEdit }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const save = useSaveSensor(hotelId, sensor.id);
	const { serial, type, location, dispenserId, replaceDate } = sensor;
	const check = () => save.mutate({ serial, type, location, dispenserId, replaceDate, state: "normal" });
	return (
		<span className="flex flex-wrap gap-x-4 md:justify-end">
			{sensor.state === "need_check" ? (
				<RowButton text={t("sensors.checked")} name={serial} isPending={save.isPending} onPress={check} />
			) : null}
			<RowButton text={t("person.edit")} name={serial} onPress={onEdit} />
			{save.error ? (
				<span role="alert" className="px-3 text-meta text-danger">
					{problemText(save.error)}
				</span>
			) : null}
		</span>
	);
}
