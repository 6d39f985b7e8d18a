import type { RouteHandle } from "~/shared/lib/route-handle";
/** An identity provider may return here; nothing is shown. */
export const handle: RouteHandle = { title: "account", isTitleOnly: true };

export default function AuthFail() {
	return null;
}
