import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatWon } from "~/hotel/lib/format";
import { useProducts } from "~/hotel/lib/products-query";
import type { Product } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";

const ProductDialog = lazy(() =>
	import("./product-dialog").then((module) => ({ default: module.ProductDialog })),
);

/** The supplier's products. */
export function ProductsSection() {
	const { t } = useTranslation("hotelAdmin");
	const query = useProducts();
	const [editing, setEditing] = useState<Product | "new" | null>(null);
	return (
		<>
			<Button className="self-start" onPress={() => setEditing("new")}>
				{t("products.new")}
			</Button>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("inventory.products")}
						rows={items}
						keyOf={({ id }) => id}
						empty={t("products.none")}
						columns={[
							{
								head: t("products.column.name"),
								cell: (product) => <NameCell product={product} />,
							},
							{ head: t("products.column.type"), cell: ({ type }) => t(`product.${type}`, { ns: "hotel" }) },
							{ head: t("products.column.fragrance"), cell: ({ fragrance }) => fragrance || "–" },
							{
								head: t("products.column.bottle"),
								isNumber: true,
								cell: ({ bottleMl }) => `${formatNumber(bottleMl)} ml`,
							},
							{
								head: t("products.column.box"),
								isNumber: true,
								cell: ({ bottlesPerBox }) => formatNumber(bottlesPerBox),
							},
							{
								head: t("products.column.price"),
								isNumber: true,
								cell: ({ unitPrice }) => formatWon(unitPrice),
							},
							{
								head: t("person.actions"),
								isUnlabeled: true,
								cell: (product) => (
									<RowButton
										text={t("person.edit")}
										name={product.name}
										onPress={() => setEditing(product)}
									/>
								),
							},
						]}
					/>
				)}
			</QueryState>
			{editing ? (
				<Suspense>
					<ProductDialog product={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
				</Suspense>
			) : null}
		</>
	);
}

function NameCell({ product }: { product: Product }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<>
			<span className="flex items-center gap-2">
				{product.name} {product.active ? null : <Badge tint="quiet">{t("products.inactive")}</Badge>}
			</span>
			<span className="number block text-meta font-normal text-ink-600">{product.code}</span>
		</>
	);
}
