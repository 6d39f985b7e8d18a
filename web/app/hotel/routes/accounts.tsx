import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ClientsSection } from "~/hotel/features/accounts/clients-section";
import { UsersSection } from "~/hotel/features/accounts/users-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { ChoiceBar } from "~/hotel/ui/choice-bar";

const TABS = ["clients", "users"] as const;
type Tab = (typeof TABS)[number];

export default function AccountsPage() {
	const { t } = useTranslation("hotelAdmin");
	const [search, setSearch] = useSearchParams();
	const tab = TABS.find((each) => each === search.get("tab")) ?? "clients";
	return (
		<RequirePermission permission="manage_users">
			<HotelPage title={t("nav.accounts", { ns: "hotel" })} text={t("users.text")}>
				<ChoiceBar<Tab>
					label={t("users.tabs")}
					value={tab}
					onChange={(next) => setSearch({ tab: next }, { replace: true })}
					choices={TABS.map((each) => [each, t(`${each}.title`)] as const)}
				/>
				{tab === "clients" ? <ClientsSection /> : <UsersSection />}
			</HotelPage>
		</RequirePermission>
	);
}
