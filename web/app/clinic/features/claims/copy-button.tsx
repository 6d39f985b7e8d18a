import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import type { StaffClaim } from "~/domain/claim/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { useCopy } from "./claims-query";

const MAX_LENGTH = 200;

/** Downloads a copy of an issued document. Requires a reason, which stays in the access log. */
export function CopyButton({ claim, code, about }: { claim: StaffClaim; code: string; about: string }) {
	const { t } = useTranslation("claims");
	const [isAsking, setAsking] = useState(false);
	const copy = useCopy(claim.id, code);
	const close = () => setAsking(false);
	return (
		<>
			<button type="button" onClick={() => setAsking(true)} className={buttonStyle("quiet", "", "tight")}>
				{t("copy.open")}
				<span className="sr-only"> {about}</span>
			</button>
			{isAsking ? (
				<NoteDialog
					title={t("copy.title", { about })}
					text={t("copy.hint")}
					label={t("copy.reason")}
					missing={t("copy.missing")}
					submit={t("copy.do")}
					maxLength={MAX_LENGTH}
					onNote={(reason) => copy.mutateAsync({ reason, filename: `${about}.pdf` }, { onSuccess: close })}
					onClose={close}
				/>
			) : null}
		</>
	);
}
