import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { PasswordField } from "~/shared/ui/password-field";
import { confirmOwner, leave } from "./sessions";

interface Props {
	onLeft: () => void;
	/** Proves the own number by a text message; the screen passes it in. */
	phone: (onProof: (phoneToken: string) => void) => ReactNode;
}

/** Leaving takes two confirmations: having read what happens, and proving to be the account's owner. */
export function LeaveForm({ onLeft, phone }: Props) {
	const { t } = useTranslation("privacy");
	const [read, setRead] = useState(false);
	const [asking, setAsking] = useState(false);
	return (
		<>
			<CheckboxCard checked={read} title={t("leave.read")} onChange={setRead} />
			<Button tone="danger" isDisabled={!read} onPress={() => setAsking(true)}>
				{t("leave.do")}
			</Button>
			{asking ? <ConfirmSheet onLeft={onLeft} phone={phone} onClose={() => setAsking(false)} /> : null}
		</>
	);
}

/** The last question: the present password, or a code sent to the own phone. */
function ConfirmSheet({ onLeft, phone, onClose }: Props & { onClose: () => void }) {
	const { t } = useTranslation("privacy");
	const [byPhone, setByPhone] = useState(false);
	const [password, setPassword] = useState("");
	const [phoneToken, setPhoneToken] = useState<string | null>(null);
	const [missing, setMissing] = useState(false);
	const end = useMutation({
		mutationFn: async () => {
			await confirmOwner(byPhone && phoneToken ? { phoneToken } : { password });
			await leave();
		},
		onSuccess: onLeft,
	});
	const messages = fieldMessages(end.error);
	const submit = () => {
		const isMissing = byPhone ? phoneToken === null : password === "";
		setMissing(isMissing);
		if (!isMissing) end.mutate();
	};
	const change = () => {
		setByPhone(!byPhone);
		setMissing(false);
		end.reset();
	};
	const wrong = messages.password ?? (missing && !byPhone ? t("leave.passwordNeeded") : undefined);
	return (
		<Dialog title={t("leave.sure")} onClose={onClose}>
			<Form
				method="post"
				validationBehavior="aria"
				className="mt-2 flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
			>
				<p className="text-ink-600">
					{t("leave.sureText")} {t(byPhone ? "leave.byPhone" : "leave.byPassword")}
				</p>
				{byPhone ? (
					phone(setPhoneToken)
				) : (
					<PasswordField
						name="password"
						label={t("leave.password")}
						autoComplete="current-password"
						error={wrong}
						onChange={(typed) => {
							setPassword(typed);
							setMissing(false);
						}}
					/>
				)}
				<button
					type="button"
					onClick={change}
					className="min-h-11 self-start text-meta text-ink-600 underline"
				>
					{t(byPhone ? "leave.usePassword" : "leave.usePhone")}
				</button>
				{missing && byPhone ? <Notice tone="danger">{t("leave.codeNeeded")}</Notice> : null}
				{end.isError && !messages.password ? (
					<Notice tone="danger">{messages.phoneToken ?? problemText(end.error)}</Notice>
				) : null}
				<div className="flex flex-col gap-2.5">
					<Button onPress={onClose}>{t("leave.stay")}</Button>
					<Button type="submit" tone="danger" isPending={end.isPending}>
						{t("leave.finally")}
					</Button>
				</div>
			</Form>
		</Dialog>
	);
}
