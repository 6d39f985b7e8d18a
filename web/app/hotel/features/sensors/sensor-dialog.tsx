import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useRooms } from "~/hotel/lib/rooms-query";
import { optionalText } from "~/hotel/lib/rules";
import type { Sensor } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormDateField } from "~/shared/ui/form/form-choice-fields";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveSensor } from "./queries";

const TYPES = ["level", "weight"] as const;
const MAX_LOCATION_LENGTH = 80;
const schema = v.object({
	serial: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9-]{4,40}$/, "serial")),
	type: v.picklist(TYPES),
	location: optionalText("location", MAX_LOCATION_LENGTH),
	dispenserId: v.pipe(
		v.string(),
		v.transform((id) => (id ? Number(id) : null)),
	),
	replaceDate: v.pipe(
		v.string(),
		v.transform((day) => day || null),
	),
});
type Rule = "serial" | "location";

interface Props {
	hotelId: number;
	/** Null for a new one. */
	sensor: Sensor | null;
	onClose: () => void;
}

function useSensorForm({ hotelId, sensor, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const save = useSaveSensor(hotelId, sensor?.id ?? null);
	return useApiForm({
		schema,
		defaultValues: {
			serial: sensor?.serial ?? "",
			type: TYPES.find((type) => type === sensor?.type) ?? TYPES[0],
			location: sensor?.location ?? "",
			dispenserId: sensor?.dispenserId ? String(sensor.dispenserId) : "",
			replaceDate: sensor?.replaceDate ?? "",
		},
		errorText: (rule) => t(`sensors.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onClose();
		},
	});
}

/** The dispensers without a sensor, and the one of this sensor. */
function useFreeDispensers(hotelId: number, sensor: Sensor | null) {
	const { t } = useTranslation("hotelAdmin");
	const rooms = useRooms(hotelId).data?.items ?? [];
	return rooms.flatMap(({ number, dispensers }) =>
		dispensers
			.filter(({ sensor: present }) => !present || present.id === sensor?.id)
			.map(
				({ id, product }) =>
					[String(id), t("sensors.dispenserOf", { number, product: product.name })] as const,
			),
	);
}

/** Registers or changes a sensor: its serial number, location and dispenser. */
export function SensorDialog({ hotelId, sensor, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const form = useSensorForm({ hotelId, sensor, onClose });
	const free = useFreeDispensers(hotelId, sensor);
	return (
		<Dialog title={t(sensor ? "sensors.edit" : "sensors.new")} onClose={onClose}>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<FormTextField
					control={form.control}
					name="serial"
					label={t("sensors.column.serial")}
					hint={t("sensors.serialHint")}
					autoComplete="off"
				/>
				<div className="grid grid-cols-2 items-start gap-3">
					<FormSelectField
						control={form.control}
						name="type"
						label={t("sensors.column.type")}
						choices={TYPES.map((type) => [type, t(`sensors.type.${type}`)] as const)}
					/>
					<FormDateField control={form.control} name="replaceDate" label={t("sensors.column.replaceDate")} />
				</div>
				<FormTextField
					control={form.control}
					name="location"
					label={t("sensors.column.location")}
					autoComplete="off"
				/>
				<FormSelectField
					control={form.control}
					name="dispenserId"
					label={t("sensors.dispenser")}
					emptyText={t("sensors.noDispenser")}
					choices={free}
				/>
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("person.save")}
				</Button>
			</Form>
		</Dialog>
	);
}
