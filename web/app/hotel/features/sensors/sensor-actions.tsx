import { useTranslation } from "react-i18next";
import type { Sensor } from "~/hotel/types";
import { RowButton } from "~/hotel/ui/row-button";
import { problemText } from "~/shared/api/problem-text";
import { useCheckSensor } from "./queries";

interface Props {
	sensor: Sensor;
	onEdit: () => void;
}

/** Changes a sensor, or marks it as checked. */
export function SensorActions({ sensor, onEdit }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const { id, serial, state } = sensor;
	const check = useCheckSensor(id);
	return (
		<span className="flex flex-wrap gap-x-4 md:justify-end">
			{state === "need_check" ? (
				<RowButton
					text={t("sensors.checked")}
					name={serial}
					isPending={check.isPending}
					onPress={() => check.mutate()}
				/>
			) : null}
			<RowButton text={t("person.edit")} name={serial} onPress={onEdit} />
			{check.error ? (
				<span role="alert" className="px-3 text-meta text-danger">
					{problemText(check.error)}
				</span>
			) : null}
		</span>
	);
}
