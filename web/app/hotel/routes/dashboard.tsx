import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { HotelDashboard } from "~/hotel/features/dashboard/hotel-dashboard";
import { Overview } from "~/hotel/features/dashboard/overview";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { useHotelChoice } from "~/hotel/lib/hotel-choice";
import { navItemsOf } from "~/hotel/lib/navigation";
import { useMay, useMe } from "~/hotel/session/hotel-session";

export default function DashboardPage() {
	const { t } = useTranslation("hotel");
	const me = useMe();
	const mayRead = useMay("read_hotel_dashboard");
	const mayReadAll = useMay("read_overview");
	const { hotel, hotels } = useHotelChoice();
	// Housekeepers start with their tasks.
	const [first] = navItemsOf(me);
	if (!mayRead && !mayReadAll && first) return <Navigate to={first.to} replace />;
	return (
		<HotelPage
			title={hotel && hotels.length === 1 ? hotel.name : t("nav.dashboard")}
			text={t("dashboard.text")}
			hotels={mayRead ? "all" : undefined}
		>
			{mayRead && hotel ? <HotelDashboard key={hotel.id} hotel={hotel} /> : <Overview />}
		</HotelPage>
	);
}
