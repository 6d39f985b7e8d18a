import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/hotel/lib/format";
import { ORDER_STEPS } from "~/hotel/lib/states";
import type { Order, OrderEvent, OrderState } from "~/hotel/types";
import { useOrderStateText } from "~/hotel/ui/order-badge";
import { CheckIcon, CloseIcon } from "~/shared/ui/tool-icons";

/** The steps of an order: completed ones with their times, then those to come. */
export function OrderTimeline({ order }: { order: Order }) {
	const { t } = useTranslation("hotel");
	const eventOf = (state: OrderState) => order.events.find((event) => event.state === state);
	const isCanceled = order.state === "canceled";
	const steps: OrderState[] = isCanceled ? [...ORDER_STEPS.filter(eventOf), "canceled"] : [...ORDER_STEPS];
	return (
		<section aria-labelledby="timeline" className="card">
			<h2 id="timeline" className="text-header">
				{t("orders.way")}
			</h2>
			<ol className="mt-4">
				{steps.map((step, index) => (
					<Step
						key={step}
						step={step}
						event={eventOf(step)}
						isCurrent={step === order.state}
						isLast={index === steps.length - 1}
					/>
				))}
			</ol>
		</section>
	);
}

interface StepProps {
	step: OrderState;
	event: OrderEvent | undefined;
	isCurrent: boolean;
	isLast: boolean;
}

function Step({ step, event, isCurrent, isLast }: StepProps) {
	const { t } = useTranslation("hotel");
	const textOf = useOrderStateText();
	const weight = event ? "font-semibold" : "text-ink-600";
	return (
		<li aria-current={isCurrent ? "step" : undefined} className="relative flex gap-3.5 pb-5 last:pb-0">
			{isLast ? null : (
				<span
					aria-hidden="true"
					className={`absolute top-7 bottom-0 left-[13px] w-0.5 ${event && !isCurrent ? "bg-green-700" : "bg-line"}`}
				/>
			)}
			<Mark isDone={event !== undefined} isCanceled={step === "canceled"} />
			<div className="min-w-0 pt-0.5">
				<p className={isCurrent ? "font-bold" : weight}>{textOf(step)}</p>
				<p className="number text-meta text-ink-600">
					{event ? [formatDateTime(event.at), event.by].filter(Boolean).join(" · ") : t("orders.ahead")}
				</p>
				{event?.note ? <p className="mt-0.5 text-meta">{event.note}</p> : null}
			</div>
		</li>
	);
}

function Mark({ isDone, isCanceled }: { isDone: boolean; isCanceled: boolean }) {
	const style = isCanceled ? "bg-danger text-white" : "bg-green-700 text-white";
	return (
		<span
			className={`grid size-7 shrink-0 place-items-center rounded-full ${isDone ? style : "border-2 border-line bg-white"}`}
		>
			{isCanceled ? <CloseIcon className="size-4" /> : null}
			{isDone && !isCanceled ? <CheckIcon className="size-4" /> : null}
		</span>
	);
}
