import type * as T from "~/hotel/types";

export const HOTEL_PASSWORD = "Hyeobom!2026";

export const HOTELS: T.HotelName[] = [
	{ id: 11, name: "Hanbit Seoul" },
	{ id: 12, name: "Hanbit Busan" },
];
const GROUP = { id: 1, name: "Hanbit Hotels & Resorts" };
const PARTNER = { id: 2, name: "Clearflow Sensors" };

const STAFF_OF_HOTEL: T.Permission[] = [
	"read_clients",
	"read_hotel_dashboard",
	"read_stock",
	"read_orders",
	"place_orders",
	"read_products",
	"read_rooms",
	"read_sensors",
	"read_environment",
	"read_refills",
];
const MANAGES: T.Permission[] = [
	"manage_housekeepers",
	"manage_stock",
	"manage_rooms",
	"manage_sensors",
	"refill_dispensers",
];
export const PERMISSIONS: Record<T.Role, T.Permission[]> = {
	super_admin: [
		...STAFF_OF_HOTEL,
		...MANAGES,
		"read_overview",
		"manage_clients",
		"manage_users",
		"manage_api_keys",
		"manage_products",
		"move_orders",
	],
	headquarters: [...STAFF_OF_HOTEL, "read_overview"],
	hotel_client: [...STAFF_OF_HOTEL, ...MANAGES],
	housekeeper: ["read_rooms", "read_refills", "refill_dispensers"],
	partner: ["read_clients", "read_overview", "read_rooms", "read_sensors", "manage_api_keys"],
};

const at = (client: T.HotelName, kind: T.ClientKind) => ({ ...client, kind });
const [SEOUL, BUSAN] = HOTELS as [T.HotelName, T.HotelName];
const user = (id: number, loginId: string, name: string, role: T.Role, client: T.User["client"]): T.User => ({
	id,
	loginId,
	name,
	role,
	client,
	contact: "02-000-0000",
	memo: "",
	classification: role === "housekeeper" ? "Day shift" : "",
	active: true,
	mustChangePassword: loginId === "newcomer",
});
export const USERS: T.User[] = [
	user(1, "super", "Sora Kim", "super_admin", null),
	user(2, "client", "Minjun Park", "hotel_client", at(SEOUL, "general_hotel")),
	user(3, "housekeeper", "Jiwoo Lee", "housekeeper", at(SEOUL, "general_hotel")),
	user(4, "headquarters", "Hana Choi", "headquarters", at(GROUP, "hotel_headquarters")),
	user(5, "partner", "Daniel Jung", "partner", at(PARTNER, "partner")),
	user(6, "newcomer", "Yuna Han", "hotel_client", at(BUSAN, "general_hotel")),
];
const client = (of: T.HotelName, kind: T.ClientKind, address: string): T.Client => ({
	...of,
	kind,
	address,
	headquarters: kind === "general_hotel" ? GROUP : null,
	partner: kind === "general_hotel" ? PARTNER : null,
	active: true,
	hotelCount: kind === "general_hotel" ? 0 : HOTELS.length,
});
export const CLIENTS: T.Client[] = [
	client(GROUP, "hotel_headquarters", "12 Eulji-ro, Jung-gu, Seoul"),
	client(PARTNER, "partner", "34 Teheran-ro, Gangnam-gu, Seoul"),
	client(SEOUL, "general_hotel", "56 Namdaemun-ro, Jung-gu, Seoul"),
	client(BUSAN, "general_hotel", "78 Haeundaehaebyeon-ro, Busan"),
];

const product = (
	id: number,
	code: string,
	type: T.ProductType,
	name: string,
	unitPrice: number,
): T.Product => ({
	id,
	code,
	type,
	name,
	fragrance: id % 2 ? "White tea" : "Bergamot",
	bottleMl: 1_000,
	bottlesPerBox: 12,
	unitPrice,
	active: true,
});
export const PRODUCTS: T.Product[] = [
	product(1, "SH-1000", "shampoo", "Calm Shampoo", 96_000),
	product(2, "TR-1000", "treatment", "Calm Treatment", 108_000),
	product(3, "BW-1000", "body_wash", "Calm Body Wash", 92_000),
	product(4, "BC-1000", "body_cream", "Calm Body Cream", 132_000),
	product(5, "HW-1000", "hand_wash", "Calm Hand Wash", 78_000),
	product(6, "TP-1000", "toothpaste", "Calm Toothpaste", 84_000),
];
const STOCK_ML = [58_000, 41_500, 9_200, 33_000, 22_800, 12_400];
const CAPACITY_ML = 60_000;
export const STOCK: T.StockItem[] = PRODUCTS.map((item, index) => {
	const ml = STOCK_ML[index] ?? 0;
	const coming = index === 2 ? 24_000 : 0;
	return {
		product: item,
		capacityMl: CAPACITY_ML,
		ml,
		holdingRate: Math.round((ml / CAPACITY_ML) * 100),
		monthlyOrderLitres: 24 - index * 2,
		productionStatus: coming ? "product_preparation" : null,
		mlAfterDelivery: ml + coming,
	};
});

export function quoteOf(lines: T.NewOrder["lines"]): T.Quote {
	const priceLine = ({ productId, boxes }: T.NewOrder["lines"][number]): T.Quote["lines"][number] => {
		const of = PRODUCTS.find(({ id }) => id === productId) as T.Product;
		const quantity = boxes * of.bottlesPerBox;
		return {
			productId,
			productCode: of.code,
			product: of.name,
			type: of.type,
			fragrance: of.fragrance,
			boxes,
			quantity,
			totalMl: quantity * of.bottleMl,
			unitPrice: of.unitPrice,
			amount: boxes * of.unitPrice,
		};
	};
	const whole = lines.map(priceLine);
	const supplyPrice = whole.reduce((sum, { amount }) => sum + amount, 0);
	const vat = Math.round(supplyPrice / 10);
	return { lines: whole, supplyPrice, vat, total: supplyPrice + vat };
}

const WAY: T.OrderState[] = [
	"order_request",
	"product_preparation",
	"electronic_invoice",
	"shipping",
	"delivery_complete",
];
export function order(
	id: number,
	hotel: T.HotelName,
	state: T.OrderState,
	lines: T.NewOrder["lines"],
): T.Order {
	const steps = state === "canceled" ? WAY.slice(0, 1) : WAY.slice(0, WAY.indexOf(state) + 1);
	const isShipped = steps.includes("shipping");
	const events = [...steps, ...(state === "canceled" ? (["canceled"] as const) : [])].map((step, index) => ({
		state: step,
		at: `2026-11-${String(10 + index).padStart(2, "0")}T02:30:00Z`,
		by: step === "order_request" ? "Minjun Park" : "Sora Kim",
		note: step === "shipping" ? "CJ Logistics 6412-0021" : step === "canceled" ? "Ordered twice" : null,
	}));
	return {
		...quoteOf(lines),
		id,
		number: `HO-${String(id).padStart(6, "0")}`,
		hotel,
		state,
		version: steps.length,
		orderedAt: "2026-11-10T02:30:00Z",
		orderedBy: "Minjun Park",
		boxes: lines.reduce((sum, { boxes }) => sum + boxes, 0),
		cancelReason: state === "canceled" ? "Ordered twice" : null,
		courierCompany: isShipped ? "CJ Logistics" : null,
		trackingNumber: isShipped ? "6412-0021" : null,
		events,
	};
}
export const ORDERS: T.Order[] = [
	order(46, SEOUL, "order_request", [{ productId: 1, boxes: 2 }]),
	order(45, SEOUL, "product_preparation", [
		{ productId: 3, boxes: 2 },
		{ productId: 6, boxes: 1 },
	]),
	order(44, BUSAN, "electronic_invoice", [{ productId: 2, boxes: 3 }]),
	order(43, SEOUL, "shipping", [{ productId: 5, boxes: 1 }]),
	order(42, BUSAN, "delivery_complete", [{ productId: 4, boxes: 4 }]),
	order(41, SEOUL, "canceled", [{ productId: 4, boxes: 4 }]),
];

const LEVELS = [82, 64, 91, 12, 55, 73, 38, 97, 46, 8];
/** Rooms with three dispensers each. Every tenth room and a few more require somebody. */
export function rooms(hotelId: number): T.Room[] {
	return Array.from({ length: 60 }, (_, index) => {
		const floor = 2 + Math.floor(index / 10);
		const id = hotelId * 1_000 + index;
		const dispensers = [1, 3, 2].map((productId, place): T.Dispenser => {
			const of = PRODUCTS[productId - 1] as T.Product;
			const picked = LEVELS[(index * 3 + place * 7) % LEVELS.length] ?? 50;
			const percent = index % 7 === 0 || picked > 20 ? picked : 60;
			return {
				id: id * 10 + place,
				product: of,
				capacityMl: 1_000,
				levelMl: percent * 10,
				percent,
				thresholdPercent: 20,
				sensor: {
					id: id * 10 + place,
					serial: `${hotelId === 11 ? "HBA" : "HBB"}-${String(index * 3 + place + 1).padStart(4, "0")}`,
					state: index === 17 && place === 1 ? "need_check" : "normal",
				},
			};
		});
		return withDerivedFields({
			id,
			number: `${floor}${String((index % 10) + 1).padStart(2, "0")}`,
			floor,
			dispensers,
		});
	});
}

/** A room with the fields derived from its dispensers. */
export function withDerivedFields(room: Pick<T.Room, "id" | "number" | "floor" | "dispensers">): T.Room {
	const reasons = room.dispensers.flatMap(({ id, percent, thresholdPercent, sensor }): T.RoomReason[] => [
		...(percent < thresholdPercent ? [{ dispenserId: id, kind: "low" as const }] : []),
		...(sensor?.state === "need_check" ? [{ dispenserId: id, kind: "sensor_need_check" as const }] : []),
	]);
	return { ...room, reasons, state: reasons.length > 0 ? "require" : "stable" };
}

export const API_KEYS: T.ApiKey[] = [
	{ state: "used", lastUsedAt: "2026-11-20T01:00:00Z", name: "Seoul gateway", validTo: "2027-03-31" },
	{ state: "not_used", lastUsedAt: null, name: "Busan gateway", validTo: "2027-03-31" },
	{ state: "expired", lastUsedAt: "2026-03-30T01:00:00Z", name: "Trial", validTo: "2026-03-31" },
].map((key, index) => ({
	...(key as Pick<T.ApiKey, "state" | "lastUsedAt" | "name" | "validTo">),
	id: index + 1,
	partner: PARTNER,
	category: "Level sensors",
	keyPrefix: `hbk_7Qx${index}`,
	validFrom: "2025-04-01",
}));

export const MONTHS: T.Month[] = Array.from({ length: 12 }, (_, index) => {
	const month = new Date(Date.UTC(2026, 10 - 11 + index, 1)).toISOString().slice(0, 7);
	const refillMl = 118_000 + ((index * 37) % 11) * 9_000;
	const bottlesReplaced = Math.round(refillMl / 30);
	return { month, refillMl, bottlesReplaced, plasticGrams: Math.floor(bottlesReplaced * 1.54) };
});

/** A sensor's readings: refilled every two weeks, with a gap of four days. */
export const SENSOR_DAYS: T.SensorDay[] = Array.from({ length: 80 }, (_, index) => {
	const since = index % 14;
	const day = new Date(Date.now() - (80 - index) * 86_400_000).toISOString().slice(0, 10);
	const lastPercent = 100 - since * 6;
	return {
		day,
		readings: 1_440,
		minPercent: since === 0 ? 16 : lastPercent,
		maxPercent: Math.min(100, lastPercent + 6),
		lastPercent,
	};
}).filter((_, index) => index < 40 || index > 43);
