import { NotFound } from "~/shared/layouts/not-found";
import type { RouteHandle } from "~/shared/lib/route-handle";

export const handle: RouteHandle = { title: "notFound" };

export default function NotFoundPage() {
	return <NotFound />;
}
