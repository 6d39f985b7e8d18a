export type Role = "super_admin" | "headquarters" | "hotel_client" | "housekeeper" | "partner";
export type ClientKind = "general_hotel" | "partner" | "hotel_headquarters";
export type OrderState =
	| "order_request"
	| "product_preparation"
	| "electronic_invoice"
	| "shipping"
	| "delivery_complete"
	| "canceled";
export type ProductType = "shampoo" | "treatment" | "body_wash" | "body_cream" | "hand_wash" | "toothpaste";
export type SensorState = "normal" | "abnormal" | "need_check";

export interface Named {
	id: number;
	name: string;
}
export interface Me extends Named {
	loginId: string;
	role: Role;
	permissions: string[];
	mustChangePassword: boolean;
	client: (Named & { kind: ClientKind }) | null;
	hotels: Named[];
}
export interface Client extends Named {
	kind: ClientKind;
	address: string;
	headquarters: Named | null;
	partner: Named | null;
	active: boolean;
	hotelCount: number;
}
export interface User extends Named {
	loginId: string;
	role: Role;
	client: Named | null;
	contact: string;
	memo: string;
	classification: string;
	active: boolean;
	mustChangePassword: boolean;
}
export interface Housekeeper extends Named {
	loginId: string;
	contact: string;
	memo: string;
	classification: string;
	active: boolean;
}
export interface ApiKey extends Named {
	partner: Named;
	category: string;
	keyPrefix: string;
	validFrom: string;
	validTo: string;
	state: "used" | "not_used" | "expired" | "revoked";
	lastUsedAt: string | null;
}
interface ProductRef extends Named {
	code: string;
	type: ProductType;
	fragrance: string;
}
export interface Product extends ProductRef {
	bottleMl: number;
	bottlesPerBox: number;
	unitPrice: number;
	active: boolean;
}
export interface RoomReason {
	dispenserId: number;
	kind: "low" | "sensor_abnormal" | "sensor_need_check";
}
export interface SensorCounts {
	normal: number;
	abnormal: number;
	needCheck: number;
}
export interface Month {
	month: string;
	refillMl: number;
	bottlesReplaced: number;
	plasticGrams: number;
}
export interface ShortOrder {
	id: number;
	number: string;
	hotel: Named;
	state: OrderState;
	orderedAt: string;
	boxes: number;
	total: number;
}
interface StockGlance {
	product: ProductRef;
	ml: number;
	capacityMl: number;
	holdingRate: number;
	daysLeft?: number | null;
}
export interface Dashboard {
	stock: StockGlance[];
	rooms: { total: number; require: number };
	requiring: { id: number; number: string; floor: number; reasons: RoomReason[] }[];
	orders: ShortOrder[];
	month: Month;
	sensors: SensorCounts;
}
export interface HotelGlance {
	hotel: Named;
	rooms: { total: number; require: number };
	openOrders: number;
	lowStock: number;
	sensors: SensorCounts;
	month: Month;
}
export interface Overview {
	totals: {
		hotels: number;
		rooms: { total: number; require: number };
		openOrders: number;
		sensors: SensorCounts;
		month: Month;
	};
	hotels: HotelGlance[];
	orders: ShortOrder[];
}
export interface StockItem {
	product: Product;
	capacityMl: number;
	ml: number;
	holdingRate: number;
	monthlyOrderLitres: number;
	productionStatus: OrderState | null;
	mlAfterDelivery: number;
}
export interface StockEntry {
	id: number;
	at: string;
	kind: "delivery" | "refill" | "count" | "correction";
	ml: number;
	balanceMl: number;
	by: string | null;
	reason: string | null;
}
export interface OrderLine {
	productId: number;
	productCode: string;
	product: string;
	type: ProductType;
	fragrance: string;
	boxes: number;
	quantity: number;
	totalMl: number;
	unitPrice: number;
	amount: number;
}
export interface Quote {
	lines: OrderLine[];
	supplyPrice: number;
	vat: number;
	total: number;
}
export interface OrderSummary extends ShortOrder {
	version: number;
	orderedBy: string;
	supplyPrice: number;
	vat: number;
	courierCompany: string | null;
	trackingNumber: string | null;
}
export interface OrderEvent {
	state: OrderState;
	at: string;
	by: string;
	note: string | null;
}
export interface Order extends Omit<OrderSummary, "boxes">, Quote {
	events: OrderEvent[];
}
export interface NewOrder {
	hotelId: number;
	lines: { productId: number; boxes: number }[];
}
export interface Dispenser {
	id: number;
	product: { id: number; name: string; type: ProductType };
	capacityMl: number;
	levelMl: number;
	percent: number;
	thresholdPercent: number;
	sensor: { id: number; serial: string; state: SensorState } | null;
}
export interface Room {
	id: number;
	number: string;
	floor: number;
	state: "require" | "stable";
	reasons: RoomReason[];
	dispensers: Dispenser[];
}
export interface Refill {
	id: number;
	at: string;
	by: string;
	roomNumber: string;
	product: ProductRef;
	ml: number;
	dispenserId: number;
}
export interface Sensor {
	id: number;
	serial: string;
	type: string;
	location: string;
	room: { id: number; number: string } | null;
	dispenserId: number | null;
	replaceDate: string | null;
	state: SensorState;
	lastReadingAt: string | null;
	levelPercent: number | null;
	batteryPercent: number | null;
}
export interface Environment {
	formula: string;
	source: string;
	months: Month[];
	byHotel: {
		hotel: Named;
		refillMl: number;
		bottlesReplaced: number;
		plasticGrams: number;
		months: Month[];
	}[];
}
