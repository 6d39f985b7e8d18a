import { pageAddress } from "~/shared/api/client";
import type { Tenant } from "~/shared/api/types";

const setLink = (rel: string, address: string) =>
	document.querySelector(`link[rel="${rel}"]`)?.setAttribute("href", address);

/** Sets the tenant's icon and manifest, so that the tab and an installed app have the tenant's name and look. */
export function applyIdentity({ brandColor, logo }: Pick<Tenant, "brandColor" | "logo">): void {
	const version = [brandColor?.slice(1), logo?.version].filter(Boolean).join("-");
	if (version) setLink("icon", pageAddress("/tenant/icon", { v: version }));
	setLink("manifest", pageAddress("/tenant/manifest", {}));
}
