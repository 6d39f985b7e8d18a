import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { EnvironmentSection } from "~/hotel/features/environment/environment-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { RequirePermission } from "~/hotel/layouts/require-permission";

export default function EnvironmentPage() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<RequirePermission permission="read_environment">
			<HotelPage title={t("nav.environment", { ns: "hotel" })} text={t("environment.text")} hotels="all">
				<EnvironmentSection />
			</HotelPage>
		</RequirePermission>
	);
}
