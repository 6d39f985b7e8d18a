import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/lib/api/problem";
import type { Profile } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { AddressFields } from "./address-fields";
import { problemText } from "./problem-text";
import { useChange } from "./profile-queries";
import { signUpFields } from "./schema";
import { useFields } from "./use-fields";

const FIELDS = {
	zipcode: signUpFields.zipcode,
	address: signUpFields.address,
	addressDetail: signUpFields.addressDetail,
};

/** The postal address, searched for or typed. */
export function ProfileAddress({ profile }: { profile: Profile }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const { zipcode, address, addressDetail } = profile;
	const whole = [zipcode ? `(${zipcode})` : null, address, addressDetail].filter(Boolean).join(" ");
	return (
		<section aria-labelledby="profile-address" className="card flex flex-col gap-3">
			<h2 id="profile-address" className="text-header">
				{account("field.address")}
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
	const { t: account } = useTranslation("account");
	const form = useRef<HTMLFormElement>(null);
	const { values, field, validate, showServerErrors } = useFields(FIELDS, {
		zipcode: profile.zipcode ?? "",
		address: profile.address ?? "",
		addressDetail: profile.addressDetail ?? "",
	});
	const change = useChange();
	const [error, setError] = useState<unknown>(null);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (validate() || change.isPending) return;
		setError(null);
		change.mutate(
			{ part: "address", ...values.current },
			{
				onSuccess: onClose,
				onError: (failure) => {
					if (!showServerErrors(fieldMessages(failure))) setError(failure);
				},
			},
		);
	};
	return (
		<Form ref={form} validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-3">
			<AddressFields
				form={form}
				field={field}
				onFill={(name, value) => {
					values.current[name] = value;
				}}
			/>
			{error ? <Notice tone="danger">{problemText(account, error)}</Notice> : null}
			<Button type="submit" isPending={change.isPending}>
				{t("save")}
			</Button>
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</Form>
	);
}
