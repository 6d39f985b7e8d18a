import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { problemText } from "./problem-text";
import { useEndSessions } from "./sessions";

/** Signs out everywhere, after saying that this device is one of them. */
export function EndSessions({ onEnded }: { onEnded: () => void }) {
	const { t } = useTranslation("rights");
	const [asking, setAsking] = useState(false);
	const end = useEndSessions(onEnded);
	return (
		<>
			<Button tone="secondary" onPress={() => setAsking(true)}>
				{t("sessions.endAll")}
			</Button>
			{asking ? (
				<Sheet title={t("sessions.endAllTitle")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("sessions.endAllText")}</p>
					<div className="mt-5 flex flex-col gap-2.5">
						{end.isError ? <Notice tone="danger">{problemText(t, end.error)}</Notice> : null}
						<Button tone="danger" isPending={end.isPending} onPress={() => end.mutate()}>
							{t("sessions.endAllDo")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("sessions.keep")}
						</Button>
					</div>
				</Sheet>
			) : null}
		</>
	);
}
