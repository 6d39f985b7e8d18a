import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AppSetup } from "~/clinic/features/account/app-setup";
import { PasskeySetup } from "~/clinic/features/account/passkey-setup";
import { SignOutButton } from "~/clinic/layouts/sign-out-button";
import { canUsePasskeys } from "~/clinic/session/passkey";
import { enterPasskey, enterSecondFactor, loadStaff } from "~/clinic/session/staff-session";
import { CodeForm } from "~/domain/account/code-form";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

/** The second step of a sign-in. */
export function SecondStep({ methods }: { methods: readonly string[] }) {
	const { t } = useTranslation("clinicAccount");
	return (
		<div className="flex flex-col gap-3">
			{methods.includes("passkey") && canUsePasskeys() ? <PasskeyStep /> : null}
			<CodeForm
				hint={t(methods.includes("app") ? "code.hint" : "code.recoveryHint")}
				submit={t("step.submit")}
				onCode={enterSecondFactor}
			/>
			<SignOutButton />
		</div>
	);
}

function PasskeyStep() {
	const { t } = useTranslation("clinicAccount");
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const sign = async () => {
		setPending(true);
		setError(null);
		await enterPasskey().catch(setError);
		setPending(false);
	};
	return (
		<>
			<Button isPending={isPending} onPress={() => void sign()}>
				{t("passkey.use")}
			</Button>
			{error ? (
				<Notice tone="danger">
					{error instanceof DOMException ? t("passkey.canceled") : problemText(error)}
				</Notice>
			) : null}
		</>
	);
}

/** Shown when the clinic requires a second factor and the user has none yet. */
export function SecondStepSetup() {
	const { t } = useTranslation("clinicAccount");
	const [isPasskey, setPasskey] = useState(false);
	const onSignedIn = () => void loadStaff();
	return (
		<div className="flex flex-col gap-3">
			{isPasskey ? <PasskeySetup onDone={onSignedIn} /> : <AppSetup onDone={onSignedIn} />}
			{canUsePasskeys() ? (
				<Button tone="secondary" onPress={() => setPasskey(!isPasskey)}>
					{t(isPasskey ? "step.withApp" : "step.withPasskey")}
				</Button>
			) : null}
			<SignOutButton />
		</div>
	);
}
