import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { User } from "~/hotel/types";
import { AccountActions, useAccountSteps } from "~/hotel/ui/account-steps";
import { loginIdField, PersonFields, type PersonRule, personFields } from "~/hotel/ui/person-fields";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import {
	useChangeHousekeeper,
	useCreateHousekeeper,
	useEndHousekeeper,
	useReactivateHousekeeper,
	useResetHousekeeper,
} from "./queries";

const schema = v.object({ ...personFields, loginId: loginIdField });

interface Props {
	hotelId: number;
	/** Null for a new one. */
	person: User | null;
	onClose: () => void;
}

/** Creates or changes a housekeeper's account. */
export function HousekeeperDialog({ hotelId, person, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const create = useCreateHousekeeper(hotelId);
	const change = useChangeHousekeeper(person?.id ?? 0);
	const calls = {
		reset: useResetHousekeeper(),
		end: useEndHousekeeper(),
		reactivate: useReactivateHousekeeper(),
	};
	const { step, ask, showSecret } = useAccountSteps(person, calls, onClose);
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
			} else {
				const { temporaryPassword } = await create.mutateAsync({ ...body, loginId });
				showSecret(body.name, temporaryPassword ?? "");
			}
		},
	});
	if (step) return step;
	return (
		<Dialog title={t(person ? "housekeepers.edit" : "housekeepers.new")} onClose={onClose}>
			<div className="-mx-1 mt-4 max-h-[72dvh] overflow-y-auto px-1 pb-1">
				<Form form={form} className="flex flex-col gap-4">
					<PersonFields withLoginId={!person} />
					<FormProblem form={form} />
					<Button type="submit" isPending={form.isPending}>
						{t(person ? "person.save" : "person.make")}
					</Button>
				</Form>
				{person ? <AccountActions onAction={ask} /> : null}
			</div>
		</Dialog>
	);
}
