import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useEndSessions } from "./sessions";

/** Signs out on all devices, after a confirmation that this device is included. */
export function EndSessions({ onEnded }: { onEnded: () => void }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	const end = useEndSessions(onEnded);
	return (
		<>
			<Button tone="secondary" onPress={() => setAsking(true)}>
				{t("sessions.endAll")}
			</Button>
			{asking ? (
				<Dialog title={t("sessions.endAllTitle")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("sessions.endAllText")}</p>
					<div className="mt-5 flex flex-col gap-2.5">
						{end.isError ? <Notice tone="danger">{problemText(end.error)}</Notice> : null}
						<Button tone="danger" isPending={end.isPending} onPress={() => end.mutate()}>
							{t("sessions.endAllDo")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("sessions.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</>
	);
}
