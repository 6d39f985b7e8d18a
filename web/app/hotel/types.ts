import type { components } from "~/shared/api/schema";

type Schemas = components["schemas"];

export type Role = Schemas["HotelRole"];
export type Permission = Schemas["HotelPermission"];
export type ClientKind = Schemas["HotelClientKind"];
export type OrderState = Schemas["HotelOrderState"];
export type ProductType = Schemas["HotelProductType"];
export type SensorState = Schemas["HotelSensorState"];
/** A client's id and name, usually of a hotel. */
export type HotelName = Schemas["HotelName"];
/** The signed-in user. */
export type Me = Schemas["HotelMe"];
export type Client = Schemas["HotelClient"];
export type User = Schemas["HotelUser"];
export type ApiKey = Schemas["HotelApiKey"];
export type Product = Schemas["HotelProduct"];
export type RoomReason = Schemas["HotelRoomReason"];
export type SensorCounts = Schemas["HotelSensorCounts"];
/** The savings of a month's refills. */
export type Month = Schemas["HotelSavingsMonth"];
export type OpenOrder = Schemas["HotelOpenOrder"];
export type Dashboard = Schemas["HotelDashboardResponse"];
export type OverviewRow = Schemas["HotelOverviewRow"];
export type Overview = Schemas["HotelOverviewResponse"];
export type StockItem = Schemas["HotelStock"];
export type Quote = Schemas["HotelQuoteResponse"];
export type OrderSummary = Schemas["HotelOrder"];
export type Order = Schemas["HotelOrderDetail"];
export type OrderEvent = Schemas["HotelOrderEvent"];
export type NewOrder = Schemas["HotelOrderRequest"];
export type Dispenser = Schemas["HotelDispenser"];
export type Room = Schemas["HotelRoom"];
export type Refill = Schemas["HotelRefill"];
export type Sensor = Schemas["HotelSensor"];
/** The readings of a sensor on one day. */
export type SensorDay = Schemas["HotelSensorDay"];
export type Environment = Schemas["HotelEnvironmentResponse"];
