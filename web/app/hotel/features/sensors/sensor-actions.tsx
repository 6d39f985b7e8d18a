import { useTranslation } from "react-i18next";
import type { Sensor } from "~/hotel/types";
import { problemText } from "~/shared/api/problem-text";
import { buttonStyle } from "~/shared/ui/button-style";
import { useSaveSensor } from "./queries";

interface Props {
	hotelId: number;
	sensor: Sensor;
	onEdit: () => void;
}

/** Changes a sensor, or says that somebody checked it. */
export function SensorActions({ hotelId, sensor, onEdit }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const save = useSaveSensor(hotelId, sensor.id);
	const { serial, type, location, dispenserId, replaceDate } = sensor;
	const check = () => save.mutate({ serial, type, location, dispenserId, replaceDate, state: "normal" });
	return (
		<span className="-mx-3 flex flex-wrap md:justify-end">
			{sensor.state === "normal" ? null : (
				<button
					type="button"
					aria-busy={save.isPending || undefined}
					onClick={save.isPending ? undefined : check}
					className={buttonStyle("quiet", "", "tight")}
				>
					{t("sensors.checked")}
					<span className="sr-only"> {serial}</span>
				</button>
			)}
			<button type="button" onClick={onEdit} className={buttonStyle("quiet", "", "tight")}>
				{t("person.edit")}
				<span className="sr-only"> {serial}</span>
			</button>
			{save.error ? (
				<span role="alert" className="px-3 text-meta text-danger">
					{problemText(save.error)}
				</span>
			) : null}
		</span>
	);
}
