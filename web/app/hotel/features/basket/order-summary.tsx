import { useTranslation } from "react-i18next";
import { formatNumber, formatWon } from "~/hotel/lib/format";
import type { Quote } from "~/hotel/types";
import { OrderTotals } from "~/hotel/ui/order-lines";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

interface Props {
	quote: Quote | undefined;
	error: unknown;
	isUpdating: boolean;
	boxes: number;
	onReview: () => void;
}

/** Total of the chosen boxes, beside the products, or above the navigation on a phone. */
export function OrderSummary({ quote, error, isUpdating, boxes, onReview }: Props) {
	const { t } = useTranslation("hotel");
	const isEmpty = boxes === 0;
	return (
		<>
			<aside
				aria-label={t("stock.summary")}
				aria-busy={isUpdating}
				className="card sticky top-6 hidden self-start lg:block"
			>
				<h2 className="text-header">{t("stock.summary")}</h2>
				{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
				{isEmpty || !quote ? (
					<p className="mt-3 text-ink-600">{t("stock.nothing")}</p>
				) : (
					<>
						<ul className="number mt-3 mb-4 flex flex-col gap-1.5 text-[14px]">
							{quote.lines.map(({ productId, product, boxes: count, amount }) => (
								<li key={productId} className="flex justify-between gap-3">
									<span className="min-w-0 truncate">{t("stock.line", { product, n: count })}</span>
									<span className="shrink-0 font-semibold">{formatWon(amount)}</span>
								</li>
							))}
						</ul>
						<OrderTotals quote={quote} />
					</>
				)}
				<Button className="mt-5 w-full" isDisabled={isEmpty || !quote} onPress={onReview}>
					{t("stock.review")}
				</Button>
			</aside>
			{isEmpty ? null : (
				<div className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-10 border-t border-line bg-white/95 px-4 py-2.5 backdrop-blur lg:hidden">
					<div className="mx-auto flex max-w-[560px] items-center justify-between gap-3">
						<p aria-live="polite" className="number min-w-0 leading-tight">
							<span className="block text-meta text-ink-600">
								{t("orders.boxes", { count: boxes, n: formatNumber(boxes) })}
							</span>
							<strong className="text-[18px]">{quote ? formatWon(quote.total) : "…"}</strong>
						</p>
						<Button isDisabled={!quote} onPress={onReview}>
							{t("stock.review")}
						</Button>
					</div>
				</div>
			)}
		</>
	);
}
