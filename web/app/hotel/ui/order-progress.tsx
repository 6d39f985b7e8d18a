import { ORDER_STEPS } from "~/hotel/lib/states";
import type { OrderState } from "~/hotel/types";

/** The progress of an order as one bar per step. The text is next to it. */
export function OrderProgress({ state }: { state: OrderState }) {
	const at = (ORDER_STEPS as readonly OrderState[]).indexOf(state);
	return (
		<span aria-hidden="true" className="flex gap-1">
			{ORDER_STEPS.map((step, index) => (
				<span
					key={step}
					className={`h-1.5 flex-1 rounded-full ${index <= at ? "bg-green-700" : "bg-quiet"}`}
				/>
			))}
		</span>
	);
}
