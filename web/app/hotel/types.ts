import type { components } from "~/shared/api/schema";

type Schemas = components["schemas"];

export type Role = Schemas["HotelRole"];
export type Permission = Schemas["HotelPermission"];
export type ClientKind = Schemas["HotelClientKind"];
export type OrderState = Schemas["HotelOrderState"];
export type ProductType = Schemas["HotelProductType"];
export type SensorState = Schemas["HotelSensorState"];
/** A client by its id and name, mostly a hotel. */
export type HotelName = Schemas["HotelName"];
/** Who is signed in. */
export type Me = Schemas["HotelMe"];
export type Client = Schemas["HotelClient"];
export type User = Schemas["HotelUser"];
export type ApiKey = Schemas["HotelApiKey"];
export type Product = Schemas["HotelProduct"];
export type RoomReason = Schemas["HotelRoomReason"];
export type SensorCounts = Schemas["HotelSensorCounts"];
/** What a month's refills saved. */
export type Month = Schemas["HotelSavingsMonth"];
export type ShortOrder = Schemas["HotelOpenOrder"];
/** One hotel at a glance. */
export type Dashboard = Schemas["HotelDashboardAnswer"];
/** A hotel of several at a glance. */
export type OverviewRow = Schemas["HotelOverviewRow"];
export type Overview = Schemas["HotelOverviewAnswer"];
export type StockItem = Schemas["HotelStock"];
export type Quote = Schemas["HotelQuoteAnswer"];
/** An order in a list. */
export type OrderSummary = Schemas["HotelOrder"];
export type Order = Schemas["HotelOrderDetail"];
export type OrderEvent = Schemas["HotelOrderEvent"];
export type NewOrder = Schemas["HotelOrderRequest"];
export type Dispenser = Schemas["HotelDispenser"];
export type Room = Schemas["HotelRoom"];
export type Refill = Schemas["HotelRefill"];
export type Sensor = Schemas["HotelSensor"];
/** A sensor's readings of a day. */
export type SensorDay = Schemas["HotelSensorDay"];
export type Environment = Schemas["HotelEnvironmentAnswer"];
