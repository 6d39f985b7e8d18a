import { useTranslation } from "react-i18next";
import type { Operator } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { useResetOperator } from "./queries";

interface Props {
	operator: Operator;
	onDone: (loginId: string, temporaryPassword: string | null) => void;
	onClose: () => void;
}

/** Resets the sign-in of a colleague who lost password or phone. */
export function ResetDialog({ operator, onDone, onClose }: Props) {
	const { t } = useTranslation("opsRecords");
	const reset = useResetOperator(operator.id);
	return (
		<ReasonDialog
			title={t("operators.resetTitle", { name: operator.name })}
			text={t("operators.resetText")}
			submit={t("operators.reset")}
			isDestructive
			onReason={(reason) => reset.mutateAsync(reason)}
			onDone={({ temporaryPassword }) => onDone(operator.loginId, temporaryPassword)}
			onClose={onClose}
		/>
	);
}
