import { Navigate, useParams } from "react-router";
import { idOf } from "~/lib/format";
import { pathTo } from "~/route-table";

/** The short address in notifications: leads to the application. */
export default function TciLink() {
	const id = idOf(useParams().id);
	return <Navigate to={id === null ? pathTo("applyHistory") : pathTo("applyDetail", id)} replace />;
}
