import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffClaim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useChangeClaim } from "./claims-query";

const MAX_LENGTH = 500;

/** Says that the documents cannot be issued, and why: the patient reads it and gets the money back. */
export function RefuseDialog({ claim, onClose }: { claim: StaffClaim; onClose: () => void }) {
	const { t } = useTranslation("claims");
	const id = useId();
	const change = useChangeClaim(claim.id);
	const [isMissing, setMissing] = useState(false);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
		setMissing(reason === "");
		if (reason === "") return event.currentTarget.querySelector("textarea")?.focus();
		if (!change.isPending) change.mutate({ status: -1, reason }, { onSuccess: onClose });
	};
	return (
		<Dialog title={t("refuse.title")} onClose={onClose}>
			<form method="post" onSubmit={submit} className="mt-2 flex flex-col gap-3">
				<p className="text-ink-600">{t(claim.payment ? "refuse.paid" : "refuse.text")}</p>
				<div>
					<label htmlFor={id} className="text-meta font-semibold text-ink-600">
						{t("refuse.reason")}
					</label>
					<textarea
						id={id}
						name="reason"
						rows={3}
						maxLength={MAX_LENGTH}
						aria-invalid={isMissing || undefined}
						aria-describedby={isMissing ? `${id}-error` : undefined}
						className="mt-1.5 w-full rounded-control border border-field bg-white p-3 text-[15px] outline-none focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger"
					/>
					{isMissing ? (
						<p id={`${id}-error`} role="alert" className="text-meta text-danger">
							{t("refuse.missing")}
						</p>
					) : null}
				</div>
				{change.error ? <Notice tone="danger">{fieldProblemText(change.error)}</Notice> : null}
				<div className="grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={onClose}>
						{t("refuse.keep")}
					</Button>
					<Button tone="danger" type="submit" isPending={change.isPending}>
						{t("refuse.do")}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
