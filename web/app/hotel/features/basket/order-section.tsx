import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useProducts } from "~/hotel/lib/products-query";
import { useStock } from "~/hotel/lib/stock-query";
import type { HotelName, Product, StockItem } from "~/hotel/types";
import { QueryState } from "~/hotel/ui/query-state";
import { OrderSummary } from "./order-summary";
import { ProductRow } from "./product-row";
import { useQuote } from "./queries";
import { ReviewDialog } from "./review-dialog";
import { useBasket } from "./use-basket";

/** A hotel's stock and its next order, product by product. */
export function OrderSection({ hotel }: { hotel: HotelName }) {
	const products = useProducts();
	const stock = useStock(hotel.id);
	return (
		<QueryState query={products}>
			{({ items }) => (
				<QueryState query={stock}>
					{(held) => (
						<OrderForm hotel={hotel} products={items.filter(({ active }) => active)} stock={held.items} />
					)}
				</QueryState>
			)}
		</QueryState>
	);
}

interface Props {
	hotel: HotelName;
	products: readonly Product[];
	stock: readonly StockItem[];
}

function OrderForm({ hotel, products, stock }: Props) {
	const { t } = useTranslation("hotel");
	const { basket, lines, setBoxes, clear } = useBasket(hotel.id);
	const [isReviewing, setReviewing] = useState(false);
	const sold = new Set(products.map(({ id }) => id));
	const order = { hotelId: hotel.id, lines: lines.filter(({ productId }) => sold.has(productId)) };
	const quote = useQuote(useDeferredValue(order));
	const boxes = order.lines.reduce((sum, line) => sum + line.boxes, 0);
	// While a new quote loads, the previous price is shown but cannot be ordered.
	const isUpdating = quote.isPlaceholderData || quote.isFetching;
	const stockOf = (id: number) => stock.find(({ product }) => product.id === id);
	const holdingRateOf = (id: number) => stockOf(id)?.holdingRate ?? 0;
	const sorted = [...products].sort((a, b) => holdingRateOf(a.id) - holdingRateOf(b.id));
	return (
		<div className="grid gap-5 max-lg:pb-16 lg:grid-cols-[minmax(0,1fr)_340px]">
			<section aria-label={t("stock.products")} className="card py-1">
				{products.length === 0 ? <p className="py-4 text-ink-600">{t("stock.noProducts")}</p> : null}
				<ul>
					{sorted.map((product) => (
						<ProductRow
							key={product.id}
							product={product}
							stock={stockOf(product.id)}
							boxes={basket[product.id] ?? 0}
							onBoxes={(count) => setBoxes(product.id, count)}
						/>
					))}
				</ul>
			</section>
			<OrderSummary
				quote={quote.data}
				error={quote.error}
				isUpdating={isUpdating}
				boxes={boxes}
				onReview={() => setReviewing(true)}
			/>
			{isReviewing && quote.data && !quote.isPlaceholderData ? (
				<ReviewDialog
					hotel={hotel}
					order={order}
					quote={quote.data}
					onOrdered={clear}
					onClose={() => setReviewing(false)}
				/>
			) : null}
		</div>
	);
}
