import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import HotelLayout from "~/hotel/layouts/hotel-layout";
import PageLayout, { ErrorBoundary } from "~/hotel/layouts/page-layout";
import SignedInLayout from "~/hotel/layouts/signed-in-layout";
import AccountPage from "~/hotel/routes/account";
import AccountsPage from "~/hotel/routes/accounts";
import ApiKeysPage from "~/hotel/routes/api-keys";
import DashboardPage from "~/hotel/routes/dashboard";
import EnvironmentPage from "~/hotel/routes/environment";
import HotelsPage from "~/hotel/routes/hotels";
import HousekeepersPage from "~/hotel/routes/housekeepers";
import InventoryPage from "~/hotel/routes/inventory";
import OrderPage from "~/hotel/routes/order";
import OrdersPage from "~/hotel/routes/orders";
import RoomsPage from "~/hotel/routes/rooms";
import SensorPage from "~/hotel/routes/sensor";
import SensorsPage from "~/hotel/routes/sensors";
import HotelSignInPage from "~/hotel/routes/sign-in";
import StockPage from "~/hotel/routes/stock";
import TasksPage from "~/hotel/routes/tasks";
import { resetHotelSession } from "~/hotel/session/hotel-session";
import { DocumentTitle } from "~/shared/layouts/document-title";
import { HOTEL_TENANT } from "../mocks/db";
import { hotelSignedIn, resetHotelDb } from "../mocks/hotel-db";
import { Providers } from "./render";
import { serveTenant } from "./serve-tenant";

const SCREENS = {
	"/hotel": DashboardPage,
	"/hotel/tasks": TasksPage,
	"/hotel/stock": StockPage,
	"/hotel/orders": OrdersPage,
	"/hotel/orders/:id": OrderPage,
	"/hotel/rooms": RoomsPage,
	"/hotel/inventory": InventoryPage,
	"/hotel/environment": EnvironmentPage,
	"/hotel/sensors": SensorsPage,
	"/hotel/sensors/:id": SensorPage,
	"/hotel/housekeepers": HousekeepersPage,
	"/hotel/hotels": HotelsPage,
	"/hotel/api-keys": ApiKeysPage,
	"/hotel/accounts": AccountsPage,
	"/hotel/account": AccountPage,
};

function Layout() {
	const { pathname, search } = useLocation();
	return (
		<>
			<DocumentTitle />
			<HotelLayout />
			<output aria-label="address">{pathname + search}</output>
		</>
	);
}

/** Renders the hotels' application as the router mounts it, on a hotel's host, with a signed-in user. */
export function renderHotel(address: string, loginId: string | null = "client") {
	resetHotelDb();
	resetHotelSession();
	serveTenant(HOTEL_TENANT);
	if (loginId) hotelSignedIn(loginId);
	const screens = Object.entries(SCREENS).map(([path, Component]) => ({ id: path, path, Component }));
	const pageLayout = { id: "page", Component: PageLayout, ErrorBoundary, children: screens };
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [
				{
					id: "hotel",
					Component: Layout,
					children: [
						{ id: "sign-in", path: "/hotel/signin", Component: HotelSignInPage },
						{ id: "signed-in", Component: SignedInLayout, children: [pageLayout] },
					],
				},
				{ id: "elsewhere", path: "*", Component: Outlet },
			],
		},
	]);
	const user = userEvent.setup();
	return { user, ...render(<Stub initialEntries={[address]} />) };
}
