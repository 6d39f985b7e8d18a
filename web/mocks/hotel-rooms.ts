import { HttpResponse } from "msw";
import type * as T from "~/hotel/types";
import { hotelDb } from "./hotel-db";
import { HOTELS, SENSOR_DAYS, withDerivedFields } from "./hotel-seeds";
import { http } from "./http";
import { empty, notFound, problem } from "./responses";

const API = "*/api/v1/hotel";
/** The serial number of an existing sensor. */
export const TAKEN_SERIAL = "HBA-0001";
const query = (request: Request) => new URL(request.url).searchParams;
const numberOf = (value: string | readonly string[] | undefined) => Number(value);
const roomsOf = (id: number) => hotelDb.rooms.get(id) ?? [];

const roomAt = (test: (room: T.Room) => boolean): [T.Room[], number] => {
	for (const rooms of hotelDb.rooms.values()) {
		const at = rooms.findIndex(test);
		if (at >= 0) return [rooms, at];
	}
	return [[], -1];
};

const rooms = [
	http.untyped.get(`${API}/hotels/:hotelId/rooms`, ({ params }) =>
		HttpResponse.json({ items: roomsOf(numberOf(params.hotelId)) }),
	),
	http.untyped.post(`${API}/hotels/:hotelId/rooms`, async ({ request, params }) => {
		const body = (await request.json()) as Pick<T.Room, "number" | "floor">;
		const made = withDerivedFields({ ...body, id: Date.now() % 1_000_000_000, dispensers: [] });
		roomsOf(numberOf(params.hotelId)).push(made);
		return HttpResponse.json(made, { status: 201 });
	}),
	http.untyped.put(`${API}/rooms/:id`, async ({ request, params }) => {
		const [all, at] = roomAt(({ id }) => id === numberOf(params.id));
		const room = all[at];
		return room ? HttpResponse.json(Object.assign(room, await request.json())) : notFound();
	}),
	http.untyped.delete(`${API}/rooms/:id`, ({ params }) => {
		const [all, at] = roomAt(({ id }) => id === numberOf(params.id));
		if (at >= 0) all.splice(at, 1);
		return empty();
	}),
	http.untyped.delete(`${API}/dispensers/:id`, ({ params }) => {
		const isIt = ({ id }: T.Dispenser) => id === numberOf(params.id);
		const [all, at] = roomAt(({ dispensers }) => dispensers.some(isIt));
		const room = all[at];
		if (!room) return notFound();
		all[at] = withDerivedFields({ ...room, dispensers: room.dispensers.filter((each) => !isIt(each)) });
		return empty();
	}),
	http.untyped.post(`${API}/dispensers/:id/refills`, ({ params }) => {
		const dispenserId = numberOf(params.id);
		const [all, at] = roomAt(({ dispensers }) => dispensers.some(({ id }) => id === dispenserId));
		const room = all[at];
		const dispenser = room?.dispensers.find(({ id }) => id === dispenserId);
		if (!room || !dispenser) return notFound();
		const ml = dispenser.capacityMl - dispenser.levelMl;
		Object.assign(dispenser, { levelMl: dispenser.capacityMl, percent: 100 });
		if (dispenser.sensor) dispenser.sensor.state = "normal";
		const done = withDerivedFields(room);
		all[at] = done;
		const refill: T.Refill = {
			id: hotelDb.refills.length + 1,
			at: new Date().toISOString(),
			by: hotelDb.me?.name ?? "",
			roomNumber: room.number,
			product: hotelDb.products.find(({ id }) => id === dispenser.product.id) as T.Product,
			ml,
			dispenserId,
		};
		hotelDb.refills.unshift(refill);
		return HttpResponse.json({ refill, room: done }, { status: 201 });
	}),
	http.untyped.get(`${API}/hotels/:hotelId/refills`, () =>
		HttpResponse.json({ items: hotelDb.refills, nextCursor: null }),
	),
];

/** A hotel's sensors: one in each dispenser, and added ones without a dispenser. */
const sensorsOfHotel = (hotelId: number): T.Sensor[] => [
	...roomsOf(hotelId).flatMap((room) =>
		room.dispensers.map(
			({ id, sensor, percent, product }): T.Sensor => ({
				id: sensor?.id ?? id,
				serial: sensor?.serial ?? "",
				type: "level",
				location: `Room ${room.number}, ${product.name}`,
				room: { id: room.id, number: room.number },
				dispenserId: id,
				replaceDate: "2027-06-30",
				state: sensor?.state ?? "normal",
				lastReadingAt: "2026-11-20T01:00:00Z",
				levelPercent: percent,
				batteryPercent: 84,
			}),
		),
	),
	...hotelDb.sensors,
];

const sensors = [
	http.untyped.get(`${API}/hotels/:hotelId/sensors`, ({ request, params }) => {
		const [state, q] = ["state", "q"].map((name) => query(request).get(name));
		const items = sensorsOfHotel(numberOf(params.hotelId))
			.filter((each) => !state || each.state === state)
			.filter((each) => !q || each.serial.includes(q.toUpperCase()));
		return HttpResponse.json({ items: items.slice(-30), nextCursor: null });
	}),
	http.untyped.post(`${API}/hotels/:hotelId/sensors`, async ({ request }) => {
		const body = (await request.json()) as Pick<T.Sensor, "serial" | "type" | "location" | "replaceDate">;
		if (body.serial === TAKEN_SERIAL) {
			const message = "This serial number is already in use.";
			return problem(422, "validation", message, [{ field: "serial", code: "taken", message }]);
		}
		const made: T.Sensor = {
			...body,
			id: 9_000 + hotelDb.sensors.length,
			room: null,
			dispenserId: null,
			state: "normal",
			lastReadingAt: null,
			levelPercent: null,
			batteryPercent: null,
		};
		hotelDb.sensors.push(made);
		return HttpResponse.json(made, { status: 201 });
	}),
	http.untyped.put(`${API}/sensors/:id`, async ({ request, params }) => {
		const id = numberOf(params.id);
		const { state, ...body } = (await request.json()) as Partial<T.Sensor>;
		const [all, at] = roomAt(({ dispensers }) => dispensers.some(({ sensor }) => sensor?.id === id));
		const room = all[at];
		const sensor = room?.dispensers.find((each) => each.sensor?.id === id)?.sensor;
		if (room && sensor && state) {
			sensor.state = state;
			all[at] = withDerivedFields(room);
		}
		const added = hotelDb.sensors.find((each) => each.id === id);
		if (added) Object.assign(added, body);
		return HttpResponse.json({ ...body, id, state: state ?? "normal" });
	}),
	http.untyped.get(`${API}/sensors/:id/days`, ({ params }) => {
		const id = numberOf(params.id);
		const sensor = HOTELS.flatMap((hotel) => sensorsOfHotel(hotel.id)).find((each) => each.id === id);
		return sensor ? HttpResponse.json({ sensor, items: SENSOR_DAYS }) : notFound();
	}),
];

/** Rooms, refills and sensors of the hotels. */
export const hotelRooms = [...rooms, ...sensors];
