import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useResetFactor, useResetPassword } from "~/clinic/lib/staff-query";
import type { Staff } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { ConfirmDialog } from "./confirm-dialog";
import { TemporaryPassword } from "./temporary-password";

type OpenDialog = "password" | "factor" | null;

/** What an admin can do for a colleague who forgot the password or lost the phone. */
export function ColleagueActions({ member }: { member: Staff }) {
	const { t } = useTranslation("clinicAccount");
	const [open, setOpen] = useState<OpenDialog>(null);
	const [password, setPassword] = useState<string | null>(null);
	const resetPassword = useResetPassword(member.id);
	const resetFactor = useResetFactor(member.id);
	const close = () => setOpen(null);
	const { name } = member;
	return (
		<div className="flex basis-full flex-wrap gap-2 md:basis-auto">
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
				<ConfirmDialog
					submit={t("colleague.resetDo")}
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
				<ConfirmDialog
					submit={t("colleague.resetDo")}
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
