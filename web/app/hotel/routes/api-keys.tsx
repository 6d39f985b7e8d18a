import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { KeysSection } from "~/hotel/features/api-keys/keys-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function ApiKeysPage() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<RequirePermission permission="manage_api_keys">
			<HotelPage title={t("nav.apiKeys", { ns: "hotel" })} text={t("keys.text")}>
				<KeysSection />
			</HotelPage>
		</RequirePermission>
	);
}
