import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelVersion } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { ObjectionText } from "./objection-text";
import { type ModelAction, useChangeModel } from "./queries";

interface Props {
	action: ModelAction;
	/** The version to change; null for a rollback, which returns to the previous one. */
	version: ModelVersion | null;
	onClose: () => void;
}

/** Requires a reason for changing the version in use. Objections to the version must be overridden explicitly. */
export function ChangeDialog({ action, version, onClose }: Props) {
	const { t } = useTranslation("opsMoney");
	const change = useChangeModel();
	const [force, setForce] = useState(false);
	const name = version?.version ?? null;
	const texts = {
		promote: [
			t("model.ask.promote", { version: name }),
			t("model.askText.promote"),
			t("model.action.promote"),
		],
		shadow: [t("model.ask.shadow", { version: name }), t("model.askText.shadow"), t("model.action.shadow")],
		stop: [t("model.askStop", { version: name }), t("model.askStopText"), t("model.stop")],
		rollback: [t("model.askBack"), t("model.askText.rollback"), t("model.action.rollback")],
	} as const;
	const [title, text, submit] = texts[action];
	return (
		<ReasonDialog
			title={title}
			text={text}
			submit={submit}
			isDestructive={action === "rollback"}
			onReason={(reason) => change.mutateAsync({ action, version: name, reason, force })}
			onClose={onClose}
		>
			{action === "promote" && version?.objection ? (
				<CheckboxCard checked={force} title={t("model.force")} onChange={setForce}>
					<ObjectionText objection={version.objection} />
				</CheckboxCard>
			) : null}
		</ReasonDialog>
	);
}
