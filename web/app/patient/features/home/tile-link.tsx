import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { useSession } from "~/patient/session/session";
import { withRedirect } from "~/shared/lib/redirect";
import { useTenant } from "~/shared/lib/tenant";

interface Props {
	site: "tci" | "chea";
	/** Id of the element that labels the whole tile. */
	labelledBy: string;
	className: string;
	children: ReactNode;
}

/**
 * A home tile. Links to the sign-in when signed out, otherwise to the tenant's sub-site or this app's own screen, even if
 * the server could not be reached: its visitor has a credential.
 */
export function TileLink({ site, labelledBy, className, children }: Props) {
	const { state } = useSession();
	const subSite = useTenant()?.subSites[site];
	const own = href(site === "tci" ? "/apply-tci" : "/apply-insurance");
	const props = { className, "aria-labelledby": labelledBy };
	if (state !== "AUTHENTICATED" && state !== "UNREACHABLE") {
		return (
			<Link {...props} to={withRedirect(href("/auth/signin"), subSite ? null : own)}>
				{children}
			</Link>
		);
	}
	if (!subSite || subSite.startsWith("/")) {
		return (
			<Link {...props} to={subSite || own}>
				{children}
			</Link>
		);
	}
	return (
		<a {...props} href={subSite}>
			{children}
		</a>
	);
}
