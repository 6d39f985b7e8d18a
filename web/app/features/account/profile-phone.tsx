import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { maskedPhone } from "~/lib/format";
import { digitsOf } from "~/lib/person";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { needsOwner, OwnerConfirm } from "./owner-confirm";
import { PhoneField } from "./phone-field";
import { problemText } from "./problem-text";
import { useChange } from "./profile-queries";
import { signUpFields } from "./schema";
import { useFields } from "./use-fields";
import { usePhoneCode } from "./use-phone-code";

const FIELDS = { phoneNumber: signUpFields.phoneNumber };

/** The mobile number, which a code to the new one changes. */
export function ProfilePhone({ phoneNumber }: { phoneNumber: string }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const [done, setDone] = useState(false);
	return (
		<section aria-labelledby="profile-phone" className="card flex flex-col gap-3">
			<h2 id="profile-phone" className="text-header">
				{account("field.phoneNumber")}
			</h2>
			<p className="number">{maskedPhone(phoneNumber)}</p>
			{done ? <Notice tone="info">{t("phone.done")}</Notice> : null}
			{isOpen ? (
				<PhoneForm
					onDone={() => {
						setOpen(false);
						setDone(true);
					}}
					onClose={() => setOpen(false)}
				/>
			) : (
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t("change")}
				</Button>
			)}
		</section>
	);
}

function PhoneForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const { values, field, validate } = useFields(FIELDS);
	const phone = usePhoneCode();
	const change = useChange();
	const typed = () => digitsOf(values.current.phoneNumber);
	const save = () => {
		if (validate() || !phone.token || change.isPending) return;
		change.mutate(
			{ part: "phone", phoneNumber: typed(), phoneToken: phone.token },
			{ onSuccess: onDone, onError: (failure) => needsOwner(failure) || phone.reset() },
		);
	};
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		save();
	};
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-3">
			<p className="text-meta text-ink-600">{t("phone.text")}</p>
			<PhoneField
				field={field("phoneNumber")}
				phone={phone}
				onSend={() => {
					if (!validate()) void phone.send(typed());
				}}
				onVerify={(code) => void phone.verify(typed(), code)}
			/>
			{needsOwner(change.error) ? (
				<OwnerConfirm onConfirmed={save} />
			) : change.isError ? (
				<Notice tone="danger">{problemText(account, change.error)}</Notice>
			) : null}
			<Button type="submit" isDisabled={phone.state !== "done"} isPending={change.isPending}>
				{t("save")}
			</Button>
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</Form>
	);
}
