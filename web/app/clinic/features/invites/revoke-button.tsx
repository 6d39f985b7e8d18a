import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Invite } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useRevoke } from "./invites-query";

interface Props {
	invite: Invite;
	isOpen: boolean;
	/** Called after the deletion, which removes this button. */
	onRevoked: () => void;
}

/** Deletes an invitation. Requires a confirmation while patients can still use it. */
export function RevokeButton({ invite, isOpen, onRevoked }: Props) {
	const { t } = useTranslation("clinic");
	const [asking, setAsking] = useState(false);
	const revoke = useRevoke(() => {
		setAsking(false);
		onRevoked();
	});
	const remove = () => revoke.mutate(invite.code);
	const problem = revoke.error ? problemText(revoke.error) : null;
	return (
		<>
			<Button
				tone="quiet"
				isPending={revoke.isPending && !asking}
				onPress={() => (isOpen ? setAsking(true) : remove())}
			>
				{t("invite.revoke")}
			</Button>
			{problem && !asking ? (
				<p role="alert" className="basis-full text-meta text-danger">
					{problem}
				</p>
			) : null}
			{asking ? (
				<Dialog title={t("invite.revokeTitle")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("invite.revokeText")}</p>
					{problem ? (
						<div className="mt-3">
							<Notice tone="danger">{problem}</Notice>
						</div>
					) : null}
					<div className="mt-5 flex flex-col gap-2.5">
						<Button tone="danger" isPending={revoke.isPending} onPress={remove}>
							{t("invite.revokeDo")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("invite.revokeKeep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</>
	);
}
