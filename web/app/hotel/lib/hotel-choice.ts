import { useSearchParams } from "react-router";
import { useMe } from "~/hotel/session/hotel-session";
import type { HotelName } from "~/hotel/types";

const KEY = "hotel";

interface HotelChoice {
	/** The hotel in the URL, or the user's only one. */
	hotel: HotelName | null;
	hotels: readonly HotelName[];
	setHotel: (id: number | null) => void;
}

/** The hotel that a screen is about. It is kept in the URL, so that it can be linked to. */
export function useHotelChoice(): HotelChoice {
	const { hotels } = useMe();
	const [search, setSearch] = useSearchParams();
	const chosen = Number(search.get(KEY));
	const only = hotels.length === 1 ? hotels[0] : undefined;
	return {
		hotel: hotels.find(({ id }) => id === chosen) ?? only ?? null,
		hotels,
		setHotel: (id) =>
			setSearch(
				(present) => {
					const next = new URLSearchParams(present);
					if (id === null) next.delete(KEY);
					else next.set(KEY, String(id));
					return next;
				},
				{ replace: true },
			),
	};
}

/** The query string that carries the chosen hotel to another screen. */
export function useHotelQuery(): string {
	const { hotel, hotels } = useHotelChoice();
	return hotel && hotels.length > 1 ? `?${KEY}=${hotel.id}` : "";
}

/** A path about one hotel. */
export const withHotel = (path: string, id: number): string => `${path}?${KEY}=${id}`;
