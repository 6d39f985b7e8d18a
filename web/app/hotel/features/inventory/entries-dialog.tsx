import { useTranslation } from "react-i18next";
import { formatDateTime, formatVolume } from "~/hotel/lib/format";
import type { StockItem } from "~/hotel/types";
import { MoreButton } from "~/hotel/ui/more-button";
import { QueryState } from "~/hotel/ui/query-state";
import { Dialog } from "~/shared/ui/dialog";
import { useEntries } from "./queries";

/** Every delivery, refill and count of a product, with the stock after it. */
export function EntriesDialog({
	hotelId,
	item,
	onClose,
}: {
	hotelId: number;
	item: StockItem;
	onClose: () => void;
}) {
	const { t } = useTranslation("hotelAdmin");
	const query = useEntries({ hotelId, productId: item.product.id });
	const title = t("inventory.entriesTitle", { product: item.product.name });
	return (
		<Dialog title={title} onClose={onClose}>
			<section
				aria-label={title}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="-mx-1 mt-3 flex max-h-[70dvh] flex-col gap-3 overflow-y-auto rounded-control px-1"
			>
				<QueryState query={query}>
					{({ pages }) => {
						const entries = pages.flatMap(({ items }) => items);
						if (entries.length === 0) return <p className="text-ink-600">{t("inventory.noEntries")}</p>;
						return (
							<ul className="flex flex-col">
								{entries.map(({ id, at, kind, ml, balanceMl, by, reason }) => (
									<li
										key={id}
										className="number flex items-start justify-between gap-3 border-b border-line py-3 last:border-0"
									>
										<span className="min-w-0">
											<span className="block font-semibold">{t(`inventory.kind.${kind}`)}</span>
											<span className="block text-meta text-ink-600">
												{[formatDateTime(at), by].filter(Boolean).join(" · ")}
											</span>
											{reason ? <span className="block text-meta">{reason}</span> : null}
										</span>
										<span className="shrink-0 text-right">
											<span className={`block font-bold ${ml < 0 ? "" : "text-success"}`}>
												{ml < 0 ? "−" : "+"}
												{formatVolume(Math.abs(ml))}
											</span>
											<span className="block text-meta text-ink-600">
												{t("inventory.balance", { ml: formatVolume(balanceMl) })}
											</span>
										</span>
									</li>
								))}
							</ul>
						);
					}}
				</QueryState>
				<MoreButton query={query} />
			</section>
		</Dialog>
	);
}
