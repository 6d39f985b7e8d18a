import { useTranslation } from "react-i18next";
import { ORDER_TINT, orderWords } from "~/hotel/lib/states";
import { useMe } from "~/hotel/session/hotel-session";
import type { OrderState } from "~/hotel/types";
import { Badge } from "~/shared/ui/badge";

/** Returns the text of an order's state for the user's role. */
export function useOrderStateText(): (state: OrderState) => string {
	const { t } = useTranslation("hotel");
	const words = orderWords(useMe().role);
	return (state) => t(`order.${words}.${state}`);
}

export function OrderBadge({ state }: { state: OrderState }) {
	return <Badge tint={ORDER_TINT[state]}>{useOrderStateText()(state)}</Badge>;
}
