import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLeaveGuard } from "~/clinic/lib/leave-guard";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

interface Props {
	isDirty: boolean;
	text: string;
	/** Saves the work; resolves to whether it is saved. Omitted where saving is not possible. */
	onSave?: () => Promise<boolean>;
}

/** Warns before a screen with unsaved work is left. The work stays in this tab either way. */
export function LeaveDialog({ isDirty, text, onSave }: Props) {
	const { t } = useTranslation("clinic");
	const blocker = useLeaveGuard(isDirty);
	const [isSaving, setSaving] = useState(false);
	if (blocker.state !== "blocked") return null;
	const saveAndLeave = async () => {
		setSaving(true);
		const isSaved = await onSave?.();
		setSaving(false);
		if (isSaved) blocker.proceed();
		else blocker.reset();
	};
	return (
		<Dialog title={t("leave.title")} onClose={blocker.reset}>
			<p className="mt-2 text-ink-600">{text}</p>
			<div className="mt-5 flex flex-col gap-2">
				{onSave ? (
					<Button isPending={isSaving} onPress={() => void saveAndLeave()}>
						{t("leave.save")}
					</Button>
				) : null}
				<Button tone="secondary" isDisabled={isSaving} onPress={() => blocker.proceed()}>
					{t("leave.keep")}
				</Button>
				<Button tone="quiet" isDisabled={isSaving} onPress={() => blocker.reset()}>
					{t("leave.stay")}
				</Button>
			</div>
		</Dialog>
	);
}
