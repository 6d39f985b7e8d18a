import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type NextStep, nextStep } from "~/hotel/lib/states";
import { useMay } from "~/hotel/session/hotel-session";
import type { Order } from "~/hotel/types";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { CancelDialog } from "./cancel-dialog";
import { useAdvance } from "./queries";
import { ShippingForm } from "./shipping-form";

const BEFORE_SHIPPING = ["order_request", "product_preparation", "electronic_invoice"];

/** The current user's actions on the order: the next step, or canceling it. */
export function StepCard({ order }: { order: Order }) {
	const { t } = useTranslation("hotel");
	const mayMove = useMay("move_orders");
	const mayOrder = useMay("place_orders");
	const [isCanceling, setCanceling] = useState(false);
	const next = nextStep(order.state);
	const mayCancel = mayMove
		? BEFORE_SHIPPING.includes(order.state)
		: mayOrder && order.state === "order_request";
	if (!(mayMove && next) && !mayCancel) return null;
	return (
		<section aria-labelledby="step" className="card flex flex-col gap-3">
			<h2 id="step" className="text-header">
				{t(mayMove ? "orders.next" : "orders.change")}
			</h2>
			{mayMove && next === "shipping" ? <ShippingForm order={order} /> : null}
			{mayMove && next && next !== "shipping" ? <NextStepButton order={order} to={next} /> : null}
			{mayMove ? null : <p className="text-ink-600">{t("orders.changeText")}</p>}
			{mayCancel ? (
				<Button tone={mayMove ? "quiet" : "danger"} onPress={() => setCanceling(true)}>
					{t("orders.cancel")}
				</Button>
			) : null}
			{isCanceling ? <CancelDialog order={order} onClose={() => setCanceling(false)} /> : null}
		</section>
	);
}

function NextStepButton({ order, to }: { order: Order; to: Exclude<NextStep, "shipping"> }) {
	const { t } = useTranslation("hotel");
	const advance = useAdvance(order.id);
	return (
		<>
			<p className="text-ink-600">{t(`orders.stepText.${to}`)}</p>
			{advance.error ? <Notice tone="danger">{problemText(advance.error)}</Notice> : null}
			<Button isPending={advance.isPending} onPress={() => advance.mutate({ version: order.version, to })}>
				{t(`orders.step.${to}`)}
			</Button>
		</>
	);
}
