import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useClients } from "~/hotel/lib/clients-query";
import { requiredText } from "~/hotel/lib/rules";
import type { Client, ClientKind } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox, FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveClient } from "./queries";

const KINDS = ["general_hotel", "hotel_headquarters", "partner"] as const satisfies readonly ClientKind[];
const MAX_NAME_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 300;
const idOrNull = v.pipe(
	v.string(),
	v.transform((id) => (id ? Number(id) : null)),
);
const schema = v.object({
	name: requiredText("name", MAX_NAME_LENGTH),
	kind: v.picklist(KINDS),
	address: requiredText("address", MAX_ADDRESS_LENGTH),
	headquartersId: idOrNull,
	partnerId: idOrNull,
	active: v.boolean(),
});
type Rule = "name" | "address";

/** Creates or changes a client: name, address, and the clients that it belongs to. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
	const { t } = useTranslation("hotelAdmin");
	const save = useSaveClient(client?.id ?? null);
	const form = useApiForm({
		schema,
		defaultValues: {
			name: client?.name ?? "",
			kind: client?.kind ?? KINDS[0],
			address: client?.address ?? "",
			headquartersId: client?.headquarters ? String(client.headquarters.id) : "",
			partnerId: client?.partner ? String(client.partner.id) : "",
			active: client?.active ?? true,
		},
		errorText: (rule) => t(`clients.error.${rule as Rule}`),
		onSubmit: async (body) => {
			// Only a hotel belongs to other clients.
			const alone = body.kind === "general_hotel" ? {} : { headquartersId: null, partnerId: null };
			await save.mutateAsync({ ...body, ...alone });
			onClose();
		},
	});
	const isHotel = form.watch("kind") === "general_hotel";
	return (
		<Dialog title={t(client ? "clients.edit" : "clients.new")} onClose={onClose}>
			<Form form={form} className="-mx-1 mt-4 flex max-h-[80dvh] flex-col gap-4 overflow-y-auto px-1 pb-1">
				<FormTextField
					control={form.control}
					name="name"
					label={t("clients.column.name")}
					autoComplete="off"
				/>
				{client ? null : (
					<FormSelectField
						control={form.control}
						name="kind"
						label={t("clients.column.kind")}
						choices={KINDS.map((kind) => [kind, t(`clients.kind.${kind}`)] as const)}
					/>
				)}
				<FormTextField
					control={form.control}
					name="address"
					label={t("clients.column.address")}
					autoComplete="off"
				/>
				{isHotel ? <Affiliations control={form.control} /> : null}
				{client ? (
					<FormCheckbox control={form.control} name="active" title={t("clients.active")}>
						{t("clients.activeText")}
					</FormCheckbox>
				) : null}
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(client ? "person.save" : "clients.make")}
				</Button>
			</Form>
		</Dialog>
	);
}

type Control = Parameters<typeof FormSelectField<v.InferInput<typeof schema>>>[0]["control"];

function Affiliations({ control }: { control: Control }) {
	const { t } = useTranslation("hotelAdmin");
	const clients = useClients().data?.items ?? [];
	const optionsOf = (kind: ClientKind) =>
		clients.filter((client) => client.kind === kind).map(({ id, name }) => [String(id), name] as const);
	return (
		<>
			<FormSelectField
				control={control}
				name="headquartersId"
				label={t("clients.column.top")}
				emptyText={t("clients.nothing")}
				choices={optionsOf("hotel_headquarters")}
			/>
			<FormSelectField
				control={control}
				name="partnerId"
				label={t("clients.column.partner")}
				emptyText={t("clients.nothing")}
				choices={optionsOf("partner")}
			/>
		</>
	);
}
