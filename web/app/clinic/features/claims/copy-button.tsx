import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffClaim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";
import { useCopy } from "./claims-query";

const MAX_LENGTH = 200;

/** A copy of an issued document, to look at or to mail, after saying why: that stays in the access log. */
export function CopyButton({ claim, code, about }: { claim: StaffClaim; code: string; about: string }) {
	const { t } = useTranslation("claims");
	const [isAsking, setAsking] = useState(false);
	const [reason, setReason] = useState("");
	const [isTried, setTried] = useState(false);
	const copy = useCopy(claim.id, code);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!reason.trim() || copy.isPending) return;
		copy.mutate({ reason: reason.trim(), filename: `${about}.pdf` }, { onSuccess: () => setAsking(false) });
	};
	return (
		<>
			<button type="button" onClick={() => setAsking(true)} className={buttonStyle("quiet", "", "tight")}>
				{t("copy.open")}
				<span className="sr-only"> {about}</span>
			</button>
			{isAsking ? (
				<Dialog title={t("copy.title", { about })} onClose={() => setAsking(false)}>
					<form method="post" onSubmit={submit} className="mt-3 flex flex-col gap-4">
						<TextField
							name="reason"
							label={t("copy.reason")}
							hint={t("copy.hint")}
							error={isTried && !reason.trim() ? t("copy.missing") : undefined}
							maxLength={MAX_LENGTH}
							onChange={setReason}
						/>
						{copy.error ? <Notice tone="danger">{fieldProblemText(copy.error)}</Notice> : null}
						<Button type="submit" isPending={copy.isPending}>
							{t("copy.do")}
						</Button>
					</form>
				</Dialog>
			) : null}
		</>
	);
}
