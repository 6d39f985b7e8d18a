import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/lib/api/problem";
import type { Profile } from "~/lib/api/types";
import { maskedEmail } from "~/lib/format";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { needsOwner, OwnerConfirm } from "./owner-confirm";
import { problemText } from "./problem-text";
import { useChange } from "./profile-queries";
import { findFields } from "./schema";
import { useFields } from "./use-fields";

const FIELDS = { email: findFields.email };

/** The e-mail address, which a link to the new one changes. */
export function ProfileEmail({ profile }: { profile: Profile }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const remove = useChange();
	const { email, unconfirmedEmail } = profile;
	return (
		<section aria-labelledby="profile-email" className="card flex flex-col gap-3">
			<h2 id="profile-email" className="text-header">
				{account("field.email")}
			</h2>
			<p>{email ? maskedEmail(email) : t("none")}</p>
			{unconfirmedEmail ? (
				<Notice tone="info" title={t("email.sent")}>
					{t("email.sentText", { address: unconfirmedEmail })}
				</Notice>
			) : null}
			{needsOwner(remove.error) ? (
				<OwnerConfirm onConfirmed={() => remove.mutate({ part: "noEmail" })} />
			) : remove.isError ? (
				<Notice tone="danger">{problemText(account, remove.error)}</Notice>
			) : null}
			{isOpen ? (
				<EmailForm onClose={() => setOpen(false)} />
			) : (
				<div className="flex flex-col gap-2.5">
					<Button tone="secondary" onPress={() => setOpen(true)}>
						{t(email ? "change" : "add")}
					</Button>
					{email ? (
						<Button
							tone="quiet"
							isPending={remove.isPending}
							onPress={() => remove.mutate({ part: "noEmail" })}
						>
							{t("email.remove")}
						</Button>
					) : null}
				</div>
			)}
		</section>
	);
}

function EmailForm({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const { values, field, validate, showServerErrors } = useFields(FIELDS);
	const change = useChange();
	const [error, setError] = useState<unknown>(null);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		send();
	};
	const send = () => {
		if (validate() || change.isPending) return;
		setError(null);
		change.mutate(
			{ part: "email", email: values.current.email.trim() },
			{
				onSuccess: onClose,
				onError: (failure) => {
					if (!showServerErrors(fieldMessages(failure))) setError(failure);
				},
			},
		);
	};
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-3">
			<TextField
				{...field("email")}
				label={t("email.new")}
				hint={t("email.text")}
				type="email"
				inputMode="email"
				autoComplete="email"
				isRequired
			/>
			{needsOwner(error) ? (
				<OwnerConfirm onConfirmed={send} />
			) : error ? (
				<Notice tone="danger">{problemText(account, error)}</Notice>
			) : null}
			<Button type="submit" isPending={change.isPending}>
				{t("email.send")}
			</Button>
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</Form>
	);
}
