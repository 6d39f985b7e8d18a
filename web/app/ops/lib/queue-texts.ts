import type { TFunction } from "i18next";
import { formatCount } from "./durations";
import { textOrFallback } from "./text-or-fallback";

const NAMESPACE = "opsQueues";

export const QUEUES = ["inference", "notifications", "payments", "maintenance"] as const;
export const STATES = ["ready", "running", "delayed", "dead", "done", "canceled"] as const;
export const KINDS = [
	"read_picture",
	"send_phone_code",
	"send_message",
	"deliver_notification",
	"send_walk_in_link",
	"reconcile_order",
	"refund_order",
	"sweep_orders",
	"expire_drafts",
	"compare_day",
	"compare_settlements",
	"compare_experts",
	"export_data",
	"sweep",
	"fold_readings",
	"fold_reading_days",
	"check_access_log",
	"check_silent_sensors",
	"report_environment",
	"announce_order",
] as const;

export const queueText = (queue: string): string => textOrFallback(NAMESPACE, `queue.${queue}`, queue);
export const kindText = (kind: string): string => textOrFallback(NAMESPACE, `kind.${kind}`, kind);
export const stateText = (state: string): string => textOrFallback(NAMESPACE, `state.${state}`, state);
/** "8 jobs", or "about 20,000 jobs" for an estimate. */
export const jobsText = (t: TFunction<"opsQueues">, count: number, isEstimate = false): string =>
	t(isEstimate ? "jobs.about" : "jobs.count", { count, n: formatCount(count) });
export const eventText = (event: string): string => textOrFallback(NAMESPACE, `event.${event}`, event);
