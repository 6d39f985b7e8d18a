import type { RouteHandle } from "~/shared/lib/route-handle";
/** An identity provider may return here; there is nothing to say. */
export const handle: RouteHandle = { title: "account", alone: true };

export default function AuthFail() {
	return null;
}
