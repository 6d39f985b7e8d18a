import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { kindText } from "~/ops/lib/queue-texts";
import { useMay } from "~/ops/session/operator-session";
import type { JobDetail } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { buttonStyle } from "~/shared/ui/button-style";
import { ACTIONS, type JobAction, useJobAction } from "./queries";

const TONES = { retry: "primary", run_now: "primary", cancel: "secondary", delete: "danger" } as const;

/** The actions that the job's state allows. */
export function JobActions({ detail }: { detail: JobDetail }) {
	const { t } = useTranslation("opsQueues");
	const { id, kind } = detail.job;
	const navigate = useNavigate();
	const act = useJobAction(id);
	const mayChange = useMay("change_jobs");
	const [confirming, setConfirming] = useState<JobAction | null>(null);
	if (!mayChange) return null;
	const send = async (action: JobAction, reason: string) => {
		const job = await act.mutateAsync({ action, reason });
		if (!job) navigate(href("/ops/jobs"));
	};
	return (
		<>
			{ACTIONS.filter((each) => detail.actions.includes(each)).map((each) => (
				<button
					key={each}
					type="button"
					onClick={() => setConfirming(each)}
					className={buttonStyle(TONES[each], "", "tight")}
				>
					{t(`action.${each}`)}
				</button>
			))}
			{confirming ? (
				<ReasonDialog
					title={t(`job.ask.${confirming}`, { kind: kindText(kind), id })}
					text={t(`job.askText.${confirming}`)}
					submit={t(`action.${confirming}`)}
					isDestructive={confirming === "cancel" || confirming === "delete"}
					onReason={(reason) => send(confirming, reason)}
					onClose={() => setConfirming(null)}
				/>
			) : null}
		</>
	);
}
