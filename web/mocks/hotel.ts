import { HttpResponse } from "msw";
import type * as T from "~/hotel/types";
import { hotelAccounts } from "./hotel-accounts";
import { hotelDb, meOf, openOrders, summaryOf } from "./hotel-db";
import { hotelRooms } from "./hotel-rooms";
import { HOTELS, MONTHS, order, quoteOf } from "./hotel-seeds";
import { http } from "./http";
import { empty, notFound, problem } from "./responses";

const API = "*/api/v1/hotel";
const query = (request: Request) => new URL(request.url).searchParams;
const numberOf = (value: string | readonly string[] | undefined) => Number(value);
const roomsOf = (id: number) => hotelDb.rooms.get(id) ?? [];
const sensorsOf = (rooms: readonly T.Room[]): T.SensorCounts => {
	const all = rooms.flatMap(({ dispensers }) => dispensers.map(({ sensor }) => sensor?.state));
	const count = (state: T.SensorState) => all.filter((each) => each === state).length;
	return { normal: count("normal"), abnormal: count("abnormal"), needCheck: count("need_check") };
};
const roomCounts = (rooms: readonly T.Room[]) => ({
	total: rooms.length,
	require: rooms.filter(({ state }) => state === "require").length,
});
const month = MONTHS.at(-1) as T.Month;

const dashboards = [
	http.untyped.get(`${API}/hotels/:hotelId/dashboard`, ({ params }) => {
		const id = numberOf(params.hotelId);
		const rooms = roomsOf(id);
		return HttpResponse.json<T.Dashboard>({
			stock: (hotelDb.stock.get(id) ?? []).map(({ product, ml, capacityMl, holdingRate }) => ({
				product,
				ml,
				capacityMl,
				holdingRate,
				daysLeft: Math.round(ml / 900),
			})),
			rooms: roomCounts(rooms),
			requiring: rooms.filter(({ state }) => state === "require"),
			orders: openOrders(id),
			month,
			sensors: sensorsOf(rooms),
		});
	}),
	http.untyped.get(`${API}/dashboard`, () => {
		const all = HOTELS.flatMap(({ id }) => roomsOf(id));
		const may = (permission: T.Permission) =>
			hotelDb.me !== null && meOf(hotelDb.me).permissions.includes(permission);
		const orders = may("read_orders");
		const savings = may("read_environment") ? month : null;
		return HttpResponse.json<T.Overview>({
			totals: {
				hotels: HOTELS.length,
				rooms: roomCounts(all),
				openOrders: orders ? openOrders().length : null,
				sensors: sensorsOf(all),
				month: savings,
			},
			hotels: HOTELS.map((hotel) => ({
				hotel,
				rooms: roomCounts(roomsOf(hotel.id)),
				openOrders: orders ? openOrders(hotel.id).length : null,
				lowStock: may("read_stock")
					? (hotelDb.stock.get(hotel.id)?.filter(({ holdingRate }) => holdingRate < 20).length ?? 0)
					: null,
				sensors: sensorsOf(roomsOf(hotel.id)),
				month: savings,
			})),
			orders: orders ? openOrders() : [],
		});
	}),
	http.untyped.get(`${API}/environment`, ({ request }) => {
		const hotelId = Number(query(request).get("hotelId"));
		const shown = HOTELS.filter(({ id }) => !hotelId || id === hotelId);
		const sum = (of: (each: T.Month) => number) => MONTHS.reduce((total, each) => total + of(each), 0);
		return HttpResponse.json<T.Environment>({
			formula:
				"Bottles replaced = refilled ml / 30 ml, rounded down. Plastic saved = bottles replaced x 1.54 g.",
			source: "Marriott International, press release of 28 August 2019",
			months: MONTHS.map((each) => ({
				month: each.month,
				refillMl: each.refillMl * shown.length,
				bottlesReplaced: each.bottlesReplaced * shown.length,
				plasticGrams: each.plasticGrams * shown.length,
			})),
			byHotel: shown.map((hotel) => ({
				hotel,
				refillMl: sum(({ refillMl }) => refillMl),
				bottlesReplaced: sum(({ bottlesReplaced }) => bottlesReplaced),
				plasticGrams: sum(({ plasticGrams }) => plasticGrams),
				months: MONTHS,
			})),
		});
	}),
	http.untyped.get(`${API}/:file`, ({ params }) =>
		String(params.file).endsWith(".csv") ? new HttpResponse("a,b\r\n1,2\r\n") : undefined,
	),
];

const change = async (id: number, to: T.OrderState, version: number, more: Partial<T.Order>) => {
	const found = hotelDb.orders.find((each) => each.id === id);
	if (!found) return notFound();
	if (found.version !== version) return problem(409, "conflict", "Somebody else changed this order.");
	const note = more.trackingNumber
		? `${more.courierCompany} ${more.trackingNumber}`
		: (more.events?.[0]?.note ?? null);
	const event = { state: to, at: new Date().toISOString(), by: hotelDb.me?.name ?? "", note };
	const events = [...found.events, event];
	Object.assign(found, more, { state: to, version: version + 1, events });
	return HttpResponse.json(found);
};

const orders = [
	http.untyped.get(`${API}/products`, () => HttpResponse.json({ items: hotelDb.products })),
	http.untyped.post(`${API}/products`, async ({ request }) => {
		const made = { ...((await request.json()) as T.Product), id: hotelDb.products.length + 1, active: true };
		hotelDb.products.push(made);
		return HttpResponse.json(made, { status: 201 });
	}),
	http.untyped.put(`${API}/products/:id`, async ({ request, params }) => {
		const found = hotelDb.products.find(({ id }) => id === numberOf(params.id));
		if (!found) return notFound();
		return HttpResponse.json(Object.assign(found, await request.json()));
	}),
	http.untyped.post(`${API}/quotes`, async ({ request }) =>
		HttpResponse.json(quoteOf(((await request.json()) as T.NewOrder).lines)),
	),
	http.untyped.get(`${API}/orders`, ({ request }) => {
		const [hotelId, state, q] = ["hotelId", "state", "q"].map((name) => query(request).get(name));
		const items = hotelDb.orders
			.filter(({ hotel }) => !hotelId || hotel.id === Number(hotelId))
			.filter((each) => !state || each.state === state)
			.filter((each) => !q || each.number.includes(q.toUpperCase()))
			.map(summaryOf);
		return HttpResponse.json({ items, nextCursor: null });
	}),
	http.untyped.post(`${API}/orders`, async ({ request }) => {
		const { hotelId, lines, total } = (await request.json()) as T.NewOrder;
		const hotel = HOTELS.find(({ id }) => id === hotelId) as T.HotelName;
		const made = order(Math.max(...hotelDb.orders.map(({ id }) => id)) + 1, hotel, "order_request", lines);
		if (total !== made.total) {
			const message = "The price has changed. Check the new total and place the order again.";
			return problem(422, "validation", message, [{ field: "total", code: "mismatch", message }]);
		}
		hotelDb.orders.unshift(made);
		return HttpResponse.json(made, { status: 201 });
	}),
	http.untyped.get(`${API}/orders/:id`, ({ params }) => {
		const found = hotelDb.orders.find(({ id }) => id === numberOf(params.id));
		return found ? HttpResponse.json(found) : notFound();
	}),
	http.untyped.post(`${API}/orders/:id/advance`, async ({ request, params }) => {
		const { to, version, ...more } = (await request.json()) as Partial<T.Order> & {
			to: T.OrderState;
			version: number;
		};
		return change(numberOf(params.id), to, version, more);
	}),
	http.untyped.post(`${API}/orders/:id/cancel`, async ({ request, params }) => {
		const { version } = (await request.json()) as { version: number };
		return change(numberOf(params.id), "canceled", version, {});
	}),
];

const stock = [
	http.untyped.get(`${API}/hotels/:hotelId/stock`, ({ params }) =>
		HttpResponse.json({ items: hotelDb.stock.get(numberOf(params.hotelId)) ?? [] }),
	),
	...(["put", "post"] as const).map((method) =>
		http.untyped[method](
			`${API}/hotels/:hotelId/stock/:productId${method === "post" ? "/counts" : ""}`,
			async ({ request, params }) => {
				const items = hotelDb.stock.get(numberOf(params.hotelId)) ?? [];
				const item = items.find(({ product }) => product.id === numberOf(params.productId));
				if (!item) return notFound();
				const { ml, capacityMl } = (await request.json()) as Partial<T.StockItem>;
				Object.assign(item, ml === undefined ? { capacityMl } : { ml });
				item.holdingRate = Math.round((item.ml / item.capacityMl) * 100);
				return empty();
			},
		),
	),
	http.untyped.get(`${API}/hotels/:hotelId/stock/:productId/entries`, () =>
		HttpResponse.json({
			items: [
				{
					id: 3,
					at: "2026-11-20T01:10:00Z",
					kind: "refill",
					ml: -820,
					balanceMl: 22_800,
					by: "Jiwoo Lee",
					reason: null,
				},
				{
					id: 2,
					at: "2026-11-18T06:00:00Z",
					kind: "count",
					ml: -380,
					balanceMl: 23_620,
					by: "Minjun Park",
					reason: "Monthly count",
				},
				{
					id: 1,
					at: "2026-11-02T05:20:00Z",
					kind: "delivery",
					ml: 24_000,
					balanceMl: 24_000,
					by: "Sora Kim",
					reason: null,
				},
			],
			nextCursor: null,
		}),
	),
];

export const hotel = [...hotelAccounts, ...dashboards, ...orders, ...stock, ...hotelRooms];
