import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { emailField } from "~/domain/person/person-fields";
import { useErrorText } from "~/patient/lib/use-error-text";
import { problemText } from "~/shared/api/problem-text";
import type { Profile } from "~/shared/api/types";
import { maskEmail } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

const SCHEMA = v.object({ email: emailField });

/** The e-mail address. A link to the new address confirms a change. */
export function ProfileEmail({ profile }: { profile: Profile }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const remove = useChange();
	const { email, unconfirmedEmail } = profile;
	return (
		<section aria-labelledby="profile-email" className="card flex flex-col gap-3">
			<h2 id="profile-email" className="text-header">
				{tAccount("field.email")}
			</h2>
			<p>{email ? maskEmail(email) : t("none")}</p>
			{unconfirmedEmail ? (
				<Notice tone="info" title={t("email.sent")}>
					{t("email.sentText", { address: unconfirmedEmail })}
				</Notice>
			) : null}
			{isOwnerConfirmRequired(remove.error) ? (
				<OwnerConfirm onConfirmed={() => remove.mutate({ part: "noEmail" })} />
			) : remove.isError ? (
				<Notice tone="danger">{problemText(remove.error)}</Notice>
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
	const change = useChange();
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { email: "" },
		errorText: useErrorText(),
		onSubmit: ({ email }) =>
			change.mutateAsync({ part: "email", email }).then(onClose, (problem: unknown) => {
				if (!isOwnerConfirmRequired(problem)) throw problem;
			}),
	});
	return (
		<>
			<Form form={form} className="flex flex-col gap-3">
				<FormTextField
					control={form.control}
					name="email"
					label={t("email.new")}
					hint={t("email.text")}
					type="email"
					inputMode="email"
					autoComplete="email"
					isRequired
				/>
				<FormProblem form={form} />
				{isOwnerConfirmRequired(change.error) ? null : (
					<Button type="submit" isPending={form.isPending}>
						{t("email.send")}
					</Button>
				)}
			</Form>
			{isOwnerConfirmRequired(change.error) ? <OwnerConfirm onConfirmed={() => void form.submit()} /> : null}
			<Button tone="quiet" onPress={onClose}>
				{t("keep")}
			</Button>
		</>
	);
}
