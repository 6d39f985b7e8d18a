import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { formatNumber, formatWon } from "~/hotel/lib/format";
import { useHotelQuery } from "~/hotel/lib/hotel-choice";
import type { HotelName, NewOrder, Quote } from "~/hotel/types";
import { OrderTotals } from "~/hotel/ui/order-lines";
import { fieldProblemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { usePlaceOrder } from "./queries";

interface Props {
	hotel: HotelName;
	order: NewOrder;
	quote: Quote;
	onOrdered: () => void;
	onClose: () => void;
}

/** Shows the whole order before it is placed. */
export function ReviewDialog({ hotel, order, quote, onOrdered, onClose }: Props) {
	const { t } = useTranslation("hotel");
	const navigate = useNavigate();
	const query = useHotelQuery();
	const place = usePlaceOrder();
	const isPlaced = place.isPending || place.isSuccess;
	const submit = () =>
		place.mutate(
			{ ...order, total: quote.total },
			{
				onSuccess: ({ id }) => {
					onOrdered();
					navigate(href("/hotel/orders/:id", { id: String(id) }) + query, { state: { isNew: true } });
				},
			},
		);
	return (
		<Dialog title={t("stock.reviewTitle")} onClose={onClose}>
			<p className="mt-1 text-ink-600">{t("stock.reviewText", { hotel: hotel.name })}</p>
			<ul className="number mt-4 mb-4 flex flex-col gap-2 text-[14px]">
				{quote.lines.map(({ productId, product, boxes, quantity, amount }) => (
					<li key={productId} className="flex justify-between gap-3">
						<span className="min-w-0">
							{product}
							<span className="block text-meta text-ink-600">
								{t("stock.lineMore", {
									count: boxes,
									boxes: formatNumber(boxes),
									quantity: formatNumber(quantity),
								})}
							</span>
						</span>
						<span className="shrink-0 font-semibold">{formatWon(amount)}</span>
					</li>
				))}
			</ul>
			<OrderTotals quote={quote} />
			{place.error ? (
				<div className="mt-4">
					<Notice tone="danger">{fieldProblemText(place.error)}</Notice>
				</div>
			) : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("stock.change")}
				</Button>
				<Button isPending={isPlaced} onPress={submit}>
					{t("stock.place")}
				</Button>
			</div>
		</Dialog>
	);
}
