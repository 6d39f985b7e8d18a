import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useResetFactor, useResetPassword } from "~/clinic/lib/staff-query";
import { problemText } from "~/shared/api/problem-text";
import type { Staff } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TemporaryPassword } from "./temporary-password";

type Open = "password" | "factor" | null;

/** What an admin does for a colleague who forgot the password or lost the phone. */
export function ColleagueActions({ member }: { member: Staff }) {
	const { t } = useTranslation("clinicAccount");
	const [open, setOpen] = useState<Open>(null);
	const [password, setPassword] = useState<string | null>(null);
	const resetPassword = useResetPassword(member.id);
	const resetFactor = useResetFactor(member.id);
	const close = () => setOpen(null);
	const { name } = member;
	return (
		<div className="flex basis-full flex-wrap gap-2">
			<Button tone="quiet" onPress={() => setOpen("password")}>
				{t("colleague.reset")}
				<span className="sr-only">: {name}</span>
			</Button>
			{member.hasSecondFactor ? (
				<Button tone="quiet" onPress={() => setOpen("factor")}>
					{t("colleague.factor")}
					<span className="sr-only">: {name}</span>
				</Button>
			) : null}
			{open === "password" ? (
				<Confirm
					title={t("colleague.resetTitle", { name })}
					text={t("colleague.resetText")}
					error={resetPassword.error}
					isPending={resetPassword.isPending}
					onConfirm={() =>
						resetPassword.mutate(undefined, {
							onSuccess: (made) => {
								close();
								setPassword(made);
							},
						})
					}
					onClose={close}
				/>
			) : null}
			{open === "factor" ? (
				<Confirm
					title={t("colleague.factorTitle", { name })}
					text={t("colleague.factorText")}
					error={resetFactor.error}
					isPending={resetFactor.isPending}
					onConfirm={() => resetFactor.mutate(undefined, { onSuccess: close })}
					onClose={close}
				/>
			) : null}
			{password ? (
				<TemporaryPassword name={name} password={password} onClose={() => setPassword(null)} />
			) : null}
		</div>
	);
}

interface ConfirmProps {
	title: string;
	text: string;
	error: unknown;
	isPending: boolean;
	onConfirm: () => void;
	onClose: () => void;
}

function Confirm({ title, text, error, isPending, onConfirm, onClose }: ConfirmProps) {
	const { t } = useTranslation("clinicAccount");
	return (
		<Dialog title={title} onClose={onClose}>
			<p className="mt-2 text-ink-600">{text}</p>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("colleague.keep")}
				</Button>
				<Button tone="danger" isPending={isPending} onPress={onConfirm}>
					{t("colleague.resetDo")}
				</Button>
			</div>
		</Dialog>
	);
}
