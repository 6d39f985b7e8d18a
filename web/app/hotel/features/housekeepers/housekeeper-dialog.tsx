import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { Housekeeper } from "~/hotel/types";
import { loginIdField, PersonFields, type PersonRule, personFields } from "~/hotel/ui/person-fields";
import { ShownOnce } from "~/hotel/ui/shown-once";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useChangeHousekeeper, useCreateHousekeeper } from "./queries";

const schema = v.object({ ...personFields, loginId: loginIdField });

interface Props {
	hotelId: number;
	/** Nothing for a new one. */
	person: Housekeeper | null;
	onClose: () => void;
}

/** Lets a housekeeper in, or changes what is known of one. */
export function HousekeeperDialog({ hotelId, person, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const create = useCreateHousekeeper(hotelId);
	const change = useChangeHousekeeper(person?.id ?? 0);
	const [secret, setSecret] = useState<string | null>(null);
	const form = useApiForm({
		schema,
		defaultValues: {
			name: person?.name ?? "",
			loginId: person?.loginId ?? "",
			contact: person?.contact ?? "",
			classification: person?.classification ?? "",
			memo: person?.memo ?? "",
		},
		errorText: (rule) => t(`person.error.${rule as PersonRule}`),
		onSubmit: async ({ loginId, ...body }) => {
			if (person) {
				await change.mutateAsync(body);
				onClose();
			} else setSecret((await create.mutateAsync({ ...body, loginId })).temporaryPassword);
		},
	});
	if (secret !== null) {
		return (
			<ShownOnce
				title={t("person.made")}
				text={t("person.madeText", { name: form.getValues("name") })}
				secret={secret}
				onClose={onClose}
			/>
		);
	}
	return (
		<Dialog title={t(person ? "housekeepers.edit" : "housekeepers.new")} onClose={onClose}>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				<PersonFields withLoginId={!person} />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(person ? "person.save" : "person.make")}
				</Button>
			</Form>
		</Dialog>
	);
}
