import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordForm } from "~/domain/account/password-form";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { SignOutButton } from "~/hotel/layouts/sign-out-button";
import { changePassword, useMe } from "~/hotel/session/hotel-session";
import { DescriptionList } from "~/shared/ui/description-list";
import { Notice } from "~/shared/ui/notice";

export default function AccountPage() {
	const { t } = useTranslation("hotel");
	const me = useMe();
	const [isChanged, setChanged] = useState(false);
	return (
		<HotelPage title={t("nav.account")} text={t("account.text")}>
			<div className="grid max-w-[880px] items-start gap-4 lg:grid-cols-2 lg:gap-5">
				<section aria-labelledby="who" className="card flex flex-col gap-4">
					<h2 id="who" className="text-header">
						{me.name}
					</h2>
					<DescriptionList
						items={[
							[t("account.loginId"), me.loginId],
							[t("account.role"), t(`role.${me.role}`)],
							[t("account.client"), me.client?.name ?? t("nav.allHotels")],
						]}
					/>
					<SignOutButton variant="form" />
				</section>
				<section aria-labelledby="password" className="card flex flex-col gap-4">
					<h2 id="password" className="text-header">
						{t("password.title")}
					</h2>
					{isChanged ? <Notice tone="info">{t("password.changed")}</Notice> : null}
					<PasswordForm onSubmit={changePassword} onDone={() => setChanged(true)} />
				</section>
			</div>
		</HotelPage>
	);
}
