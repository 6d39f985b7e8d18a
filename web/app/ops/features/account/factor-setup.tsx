import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AppRegistration } from "~/domain/account/app-registration";
import { RecoveryCodes } from "~/domain/account/recovery-codes";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { useBeginFactor, useConfirmFactor } from "./queries";

interface Props {
	/** Called when the recovery codes are shown, which happens only once. */
	onCodes?: () => void;
	onDone: () => void;
}

/** Sets up an authenticator app: the QR code, a first code, and then the recovery codes. */
export function FactorSetup({ onCodes, onDone }: Props) {
	const { t } = useTranslation();
	const { mutate: begin, ...started } = useBeginFactor();
	const confirm = useConfirmFactor();
	const hasStarted = useRef(false);
	useEffect(() => {
		if (hasStarted.current) return;
		hasStarted.current = true;
		begin();
	}, [begin]);
	if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
	if (started.error) {
		return (
			<div className="mt-3">
				<Notice
					tone="danger"
					action={
						<Button tone="secondary" onPress={() => begin()}>
							{t("action.retry")}
						</Button>
					}
				>
					{problemText(started.error)}
				</Notice>
			</div>
		);
	}
	if (!started.data) return <Skeleton className="mt-3 h-64 rounded-card" />;
	return (
		<AppRegistration
			url={started.data.uri}
			secret={started.data.secret}
			onCode={(code) => confirm.mutateAsync(code).then(onCodes)}
		/>
	);
}
