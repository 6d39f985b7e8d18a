import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changeStaffPassword } from "~/clinic/session/staff-session";
import { PasswordForm } from "~/domain/account/password-form";
import { Notice } from "~/shared/ui/notice";

/** Changes the user's password. Requires the current one. */
export function PasswordCard() {
	const { t } = useTranslation("clinicAccount");
	const [isChanged, setChanged] = useState(false);
	return (
		<section aria-labelledby="own-password" className="card p-5">
			<h2 id="own-password" className="text-header">
				{t("password.title")}
			</h2>
			<p className="mt-1 mb-4 text-ink-600">{t("password.text")}</p>
			{isChanged ? (
				<div className="mb-4">
					<Notice tone="info">{t("password.done")}</Notice>
				</div>
			) : null}
			<PasswordForm onSubmit={changeStaffPassword} onDone={() => setChanged(true)} />
		</section>
	);
}
