import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHotelChoice } from "~/hotel/lib/hotel-choice";
import type { HotelName } from "~/hotel/types";
import { HotelIcon } from "~/hotel/ui/icons";

/** Content of a screen about the chosen hotel; a list of hotels if none is chosen. */
export function OneHotel({ children }: { children: (hotel: HotelName) => ReactNode }) {
	const { t } = useTranslation("hotel");
	const { hotel, hotels, setHotel } = useHotelChoice();
	// Another hotel gets fresh state.
	if (hotel)
		return (
			<div key={hotel.id} className="contents">
				{children(hotel)}
			</div>
		);
	if (hotels.length === 0) return <p className="card text-center text-ink-600">{t("hotelSelect.none")}</p>;
	return (
		<section aria-label={t("hotelSelect.choose")} className="card">
			<h2 className="text-header">{t("hotelSelect.choose")}</h2>
			<ul className="mt-3 grid gap-2 sm:grid-cols-2">
				{hotels.map(({ id, name }) => (
					<li key={id}>
						<button
							type="button"
							onClick={() => setHotel(id)}
							className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line px-4 text-left font-semibold hover:border-green-700/40 hover:bg-mint-50"
						>
							<HotelIcon name="hotels" className="size-5 text-green-700" />
							{name}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}
