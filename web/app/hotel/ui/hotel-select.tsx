import { useTranslation } from "react-i18next";
import { useHotelChoice } from "~/hotel/lib/hotel-choice";

/** Selects the hotel of the screen, for users with several. */
export function HotelSelect({ withAll = false }: { withAll?: boolean }) {
	const { t } = useTranslation("hotel");
	const { hotel, hotels, setHotel } = useHotelChoice();
	// If a hotel must be chosen first, the screen itself lists them.
	if (hotels.length < 2 || (!withAll && !hotel)) return null;
	return (
		<select
			aria-label={t("hotelSelect.label")}
			value={hotel?.id ?? ""}
			onChange={(event) => setHotel(Number(event.target.value) || null)}
			className="h-12 w-full min-w-0 rounded-control border border-field bg-white px-3.5 text-[15px] font-semibold outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 sm:w-auto sm:max-w-[320px]"
		>
			{withAll ? <option value="">{t("hotelSelect.all")}</option> : null}
			{hotels.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</select>
	);
}
