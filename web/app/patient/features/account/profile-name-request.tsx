import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Profile } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

/** A name that a clinic read on an ID card. It applies once the account's owner accepts it. */
export function ProfileNameRequest({ request }: { request: NonNullable<Profile["nameRequest"]> }) {
	const { t } = useTranslation("profile");
	const change = useChange();
	const [decision, setDecision] = useState<boolean | null>(null);
	const send = (accepted: boolean) => {
		if (change.isPending) return;
		setDecision(accepted);
		change.mutate({ part: "nameRequest", name: request.name, accepted });
	};
	const { name, clinic, expiresAt } = request;
	return (
		<section aria-labelledby="profile-name-request" className="card flex flex-col gap-3">
			<h2 id="profile-name-request" className="text-header">
				{t("nameRequest.title")}
			</h2>
			<p>{t("nameRequest.text", { clinic, name })}</p>
			<p className="text-meta text-ink-600">{t("nameRequest.until", { date: koreanDate(expiresAt) })}</p>
			{isOwnerConfirmRequired(change.error) ? (
				<OwnerConfirm onConfirmed={() => send(true)} />
			) : change.isError ? (
				<Notice tone="danger">{problemText(change.error)}</Notice>
			) : null}
			<Button isPending={change.isPending && decision === true} onPress={() => send(true)}>
				{t("nameRequest.accept", { name })}
			</Button>
			<Button tone="quiet" isPending={change.isPending && decision === false} onPress={() => send(false)}>
				{t("nameRequest.decline")}
			</Button>
		</section>
	);
}
