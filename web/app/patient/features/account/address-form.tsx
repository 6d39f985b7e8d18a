import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { addressFields } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import { AddressFields } from "~/patient/ui/address-fields";
import type { Profile } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useChange } from "./profile-queries";

const SCHEMA = v.object(addressFields);

/** Form for another postal address. */
export default function AddressForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
	const { t } = useTranslation("profile");
	const change = useChange();
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: {
			zipcode: profile.zipcode ?? "",
			address: profile.address ?? "",
			addressDetail: profile.addressDetail ?? "",
		},
		errorText: useErrorText(),
		onSubmit: async (values) => {
			await change.mutateAsync({ part: "address", ...values });
			onClose();
		},
	});
	return (
		<Form form={form} className="flex flex-col gap-4">
			<AddressFields />
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				{t("save")}
			</Button>
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</Form>
	);
}
