import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordForm } from "~/clinic/features/account/password-form";
import { Notice } from "~/shared/ui/notice";

/** The own password, changed with the present one. */
export function PasswordCard() {
	const { t } = useTranslation("clinicAccount");
	const [changes, setChanges] = useState(0);
	return (
		<section aria-labelledby="own-password" className="card p-5">
			<h2 id="own-password" className="text-header">
				{t("password.title")}
			</h2>
			<p className="mt-1 mb-4 text-ink-600">{t("password.text")}</p>
			{changes > 0 ? (
				<div className="mb-4">
					<Notice tone="info">{t("password.done")}</Notice>
				</div>
			) : null}
			<PasswordForm key={changes} withCurrent onDone={() => setChanges(changes + 1)} />
		</section>
	);
}
