import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Profile } from "~/shared/api/types";
import { maskEmail } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { isOwnerConfirmRequired, OwnerConfirm } from "./owner-confirm";
import { useChange } from "./profile-queries";

const EmailForm = lazy(() => import("./email-form"));

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
				<Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
					<EmailForm onClose={() => setOpen(false)} />
				</Suspense>
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
