import "~/hotel/lib/admin-texts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ProductsSection } from "~/hotel/features/inventory/products-section";
import { StockSection } from "~/hotel/features/inventory/stock-section";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useMay } from "~/hotel/session/hotel-session";
import { ChoiceBar } from "~/hotel/ui/choice-bar";

const TABS = ["stock", "products"] as const;
type Tab = (typeof TABS)[number];

export default function InventoryPage() {
	const { t } = useTranslation("hotelAdmin");
	const maySell = useMay("manage_products");
	const [search, setSearch] = useSearchParams();
	const tab = maySell && search.get("tab") === "products" ? "products" : "stock";
	const setTab = (next: Tab) =>
		setSearch(
			(present) => {
				const changed = new URLSearchParams(present);
				changed.set("tab", next);
				return changed;
			},
			{ replace: true },
		);
	return (
		<RequirePermission permission="read_stock">
			<HotelPage
				title={t("nav.inventory", { ns: "hotel" })}
				text={t("inventory.text")}
				hotels={tab === "stock" ? "one" : undefined}
			>
				{maySell ? (
					<ChoiceBar<Tab>
						label={t("inventory.tabs")}
						value={tab}
						onChange={setTab}
						choices={TABS.map((each) => [each, t(`inventory.${each}`)] as const)}
					/>
				) : null}
				{tab === "products" ? (
					<ProductsSection />
				) : (
					<OneHotel>{(hotel) => <StockSection hotel={hotel} />}</OneHotel>
				)}
			</HotelPage>
		</RequirePermission>
	);
}
