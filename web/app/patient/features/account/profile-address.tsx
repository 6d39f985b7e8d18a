import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { addressFields } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import type { Profile } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useChange } from "./profile-queries";

const AddressFields = lazy(() =>
	import("~/patient/ui/address-fields").then((module) => ({ default: module.AddressFields })),
);
const SCHEMA = v.object(addressFields);

/** The postal address, found by a search or typed. */
export function ProfileAddress({ profile }: { profile: Profile }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const { zipcode, address, addressDetail } = profile;
	const whole = [zipcode ? `(${zipcode})` : null, address, addressDetail].filter(Boolean).join(" ");
	return (
		<section aria-labelledby="profile-address" className="card flex flex-col gap-3">
			<h2 id="profile-address" className="text-header">
				{tAccount("field.address")}
			</h2>
			<p>{whole || t("none")}</p>
			{isOpen ? (
				<AddressForm profile={profile} onClose={() => setOpen(false)} />
			) : (
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t(whole ? "change" : "add")}
				</Button>
			)}
		</section>
	);
}

function AddressForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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
			<Suspense>
				<AddressFields />
			</Suspense>
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
