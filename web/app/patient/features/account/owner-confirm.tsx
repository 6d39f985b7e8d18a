import { lazy, Suspense } from "react";
import { isProblem } from "~/shared/api/problem";

const OwnerConfirmForm = lazy(() => import("./owner-confirm-form"));

/** Whether the server wants to know first that the account's owner is here. */
export const needsOwner = (error: unknown): boolean =>
	isProblem(error) && error.code === "confirmation_required";

/** Proves to be the account's owner, by the password or by a code to the present number. */
export function OwnerConfirm(props: { onConfirmed: () => void }) {
	return (
		<Suspense>
			<OwnerConfirmForm {...props} />
		</Suspense>
	);
}
