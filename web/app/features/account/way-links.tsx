import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useRedirect } from "~/lib/use-redirect";
import { pathTo } from "~/route-table";

type Target = "signIn" | "findId" | "findPassword" | "signUp";

const LABELS = {
	signIn: "find.toSignIn",
	findId: "find.linkId",
	findPassword: "find.linkPassword",
	signUp: "find.linkSignUp",
} as const;

/** A quiet row of the other ways in. */
export function WayLinks({ to }: { to: Target[] }) {
	const { t } = useTranslation("ways");
	const redirect = useRedirect();
	return (
		<p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-[14px] text-ink-600">
			{to.map((target, at) => (
				<Fragment key={target}>
					{at > 0 ? <span aria-hidden="true" className="h-3 w-px bg-line" /> : null}
					<Link
						to={withRedirect(pathTo(target), redirect)}
						className="inline-grid min-h-11 place-items-center rounded-control px-2.5 hover:text-green-700 hover:underline"
					>
						{t(LABELS[target])}
					</Link>
				</Fragment>
			))}
		</p>
	);
}
