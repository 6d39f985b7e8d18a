import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";

const LABELS = {
	"/auth/signin": "find.toSignIn",
	"/auth/find-id": "find.linkId",
	"/auth/find-password": "find.linkPassword",
	"/auth/signup": "find.linkSignUp",
} as const;

type Target = keyof typeof LABELS;

/** A row of links to the other ways of signing in. */
export function AuthLinks({ to }: { to: Target[] }) {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	return (
		<p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-[14px] text-ink-600">
			{to.map((target, at) => (
				<Fragment key={target}>
					{at > 0 ? <span aria-hidden="true" className="h-3 w-px bg-line" /> : null}
					<Link
						to={withRedirect(href(target), redirect)}
						className="inline-grid min-h-12 place-items-center rounded-control px-2.5 hover:text-green-700 hover:underline"
					>
						{t(LABELS[target])}
					</Link>
				</Fragment>
			))}
		</p>
	);
}
