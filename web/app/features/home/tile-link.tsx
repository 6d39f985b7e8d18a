import type { ReactNode } from "react";
import { Link } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { useTenant } from "~/lib/tenant";
import { pathTo } from "~/route-table";

interface Props {
	site: "tci" | "chea";
	/** Labels the whole tile. */
	labelledBy: string;
	className: string;
	children: ReactNode;
}

/** A home tile: to sign-in when signed out, else to the tenant's sub-site or this app's own screen. */
export function TileLink({ site, labelledBy, className, children }: Props) {
	const { state } = useSession();
	const subSite = useTenant()?.subSites[site];
	const own = pathTo(site === "tci" ? "applyTci" : "applyInsurance");
	const look = { className, "aria-labelledby": labelledBy };
	if (state !== "AUTHENTICATED") {
		return (
			<Link {...look} to={withRedirect(pathTo("signIn"), subSite ? null : own)}>
				{children}
			</Link>
		);
	}
	if (!subSite || subSite.startsWith("/")) {
		return (
			<Link {...look} to={subSite || own}>
				{children}
			</Link>
		);
	}
	return (
		<a {...look} href={subSite}>
			{children}
		</a>
	);
}
