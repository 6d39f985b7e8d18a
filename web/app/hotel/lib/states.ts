import type { ApiKey, OrderState, Role, SensorState } from "~/hotel/types";
import type { Tint } from "~/shared/ui/badge";

/** The steps of an order, in sequence. */
export const ORDER_STEPS = [
	"order_request",
	"product_preparation",
	"electronic_invoice",
	"shipping",
	"delivery_complete",
] as const satisfies readonly OrderState[];

export const ORDER_TINT: Record<OrderState, Tint> = {
	order_request: "info",
	product_preparation: "warning",
	electronic_invoice: "warning",
	shipping: "mint",
	delivery_complete: "success",
	canceled: "quiet",
};

export const SENSOR_TINT: Record<SensorState, Tint> = {
	normal: "success",
	abnormal: "danger",
	need_check: "warning",
};

export const KEY_TINT: Record<ApiKey["state"], Tint> = {
	used: "success",
	not_used: "info",
	expired: "warning",
	revoked: "quiet",
};

/** Every step except the first. */
export type NextStep = Exclude<(typeof ORDER_STEPS)[number], "order_request">;

const NEXT_STEPS = ORDER_STEPS.slice(1) as NextStep[];

/** The step after a state, or null after the last one. */
export function nextStep(state: OrderState): NextStep | null {
	const at = (ORDER_STEPS as readonly OrderState[]).indexOf(state);
	return at < 0 ? null : (NEXT_STEPS[at] ?? null);
}

/** The supplier's staff see the steps under the names that they use at work. */
export const orderAudience = (role: Role): "client" | "supplier" =>
	role === "super_admin" ? "supplier" : "client";
