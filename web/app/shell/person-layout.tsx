import { Navigate, Outlet, useLocation } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { pathTo } from "~/route-table";

/** Sends a signed-out visitor to sign-in, from where the same screen is reached again. */
export default function PersonLayout() {
	const { state } = useSession();
	const { pathname, search } = useLocation();
	if (state === "LOGGED_OUT")
		return <Navigate to={withRedirect(pathTo("signIn"), pathname + search)} replace />;
	return state === "LOGGING_OUT" ? null : <Outlet />;
}
