import { href, Outlet } from "react-router";
import { ScreenCrash } from "~/shared/layouts/crash-page";

/** Layout of one page. If the page crashes, the navigation around it stays. */
export default function PageLayout() {
	return <Outlet />;
}

export function ErrorBoundary() {
	return <ScreenCrash home={href("/ops")} />;
}
