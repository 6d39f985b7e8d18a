import { href, Outlet } from "react-router";
import { CrashPage } from "~/shared/layouts/crash-page";

/** Layout of one page. If the page crashes, the top bar around it stays. */
export default function PageLayout() {
	return <Outlet />;
}

export function ErrorBoundary() {
	return <CrashPage home={href("/clinic")} />;
}
