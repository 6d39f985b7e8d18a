import { useTranslation } from "react-i18next";
import { ORDER_TINT, orderAudience } from "~/hotel/lib/states";
import { useMe } from "~/hotel/session/hotel-session";
import type { OrderState } from "~/hotel/types";
import { Badge } from "~/shared/ui/badge";

/** Returns the text of an order's state for the user's role. */
export function useOrderStateText(): (state: OrderState) => string {
	const { t } = useTranslation("hotel");
	const audience = orderAudience(useMe().role);
	return (state) => t(`order.${audience}.${state}`);
}

export function OrderBadge({ state }: { state: OrderState }) {
	return <Badge tint={ORDER_TINT[state]}>{useOrderStateText()(state)}</Badge>;
}
