import { pageAddress } from "~/shared/api/client";
import { useProductName, useTenant } from "~/shared/lib/tenant";

const HEIGHT = 28;
const MAX_WIDTH = 150;

/** The tenant's logo, always on white, or the product's name if there is none. */
export function BrandMark({ isOnDark = false }: { isOnDark?: boolean }) {
	const logo = useTenant()?.logo;
	const product = useProductName();
	if (!logo) return product;
	return (
		<img
			src={pageAddress("/tenant/logo", { v: logo.version })}
			alt={product}
			height={HEIGHT}
			width={Math.min(MAX_WIDTH, Math.round((HEIGHT * logo.width) / logo.height))}
			className={`block object-contain ${isOnDark ? "rounded-[8px] bg-white px-1.5 py-0.5" : ""}`}
		/>
	);
}
