import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "~/lib/api/client";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import { useSession } from "~/lib/session";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { OwnPhoneCode } from "./own-phone-code";
import { problemText } from "./problem-text";

/** Whether the server wants to know first that the account's owner is here. */
export const needsOwner = (error: unknown): boolean =>
	isProblem(error) && error.code === "confirmation_required";

/** Proves to be the account's owner, by the password or by a code to the present number. */
export function OwnerConfirm({ onConfirmed }: { onConfirmed: () => void }) {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
	const { patient } = useSession();
	const [byPhone, setByPhone] = useState(false);
	const [password, setPassword] = useState("");
	const confirm = useMutation({
		mutationFn: async (proof: { password: string } | { phoneToken: string }) => {
			const { error, response } = await api.POST("/patients/auth/confirm", { body: proof });
			if (!response.ok) throw error;
		},
		onSuccess: onConfirmed,
	});
	const wrong = fieldMessages(confirm.error).password;
	return (
		<div className="flex flex-col gap-3 rounded-[16px] border border-line p-4">
			<p className="font-semibold">{t("owner.title")}</p>
			<p className="text-meta text-ink-600">{t("owner.text")}</p>
			{byPhone ? (
				<OwnPhoneCode
					phoneNumber={patient?.phoneNumber ?? ""}
					onProof={(phoneToken) => confirm.mutate({ phoneToken })}
				/>
			) : (
				<PasswordField
					name="ownerPassword"
					label={account("field.password")}
					autoComplete="current-password"
					error={wrong}
					onChange={setPassword}
				/>
			)}
			{confirm.isError && !wrong ? (
				<Notice tone="danger">{problemText(account, confirm.error)}</Notice>
			) : null}
			{byPhone ? null : (
				<Button
					tone="secondary"
					isDisabled={password === ""}
					isPending={confirm.isPending}
					onPress={() => confirm.mutate({ password })}
				>
					{t("owner.confirm")}
				</Button>
			)}
			<button
				type="button"
				onClick={() => setByPhone(!byPhone)}
				className="min-h-11 self-start text-meta text-ink-600 underline"
			>
				{t(byPhone ? "owner.usePassword" : "owner.usePhone")}
			</button>
		</div>
	);
}
