import { href, Link } from "react-router";
import { withHotel } from "~/hotel/lib/hotel-choice";
import { useMay } from "~/hotel/session/hotel-session";
import type { HotelName } from "~/hotel/types";

/** Link to a hotel's dashboard, or to its rooms if the role has no dashboard. */
export function HotelLink({ hotel }: { hotel: Pick<HotelName, "id" | "name"> }) {
	const target = useMay("read_hotel_dashboard") ? href("/hotel") : href("/hotel/rooms");
	return (
		<Link
			to={withHotel(target, hotel.id)}
			className="inline-flex min-h-11 items-center font-bold text-green-700 hover:underline"
		>
			{hotel.name}
		</Link>
	);
}
