import { lazy, Suspense } from "react";
import { isProblem } from "~/shared/api/problem";

const OwnerConfirmForm = lazy(() => import("./owner-confirm-form"));

/** Whether the server first requires a confirmation by the account's owner. */
export const isOwnerConfirmRequired = (error: unknown): boolean =>
	isProblem(error) && error.code === "confirmation_required";

/** Confirms the account's owner, by password or by a code to the current number. */
export function OwnerConfirm(props: { onConfirmed: () => void }) {
	return (
		<Suspense>
			<OwnerConfirmForm {...props} />
		</Suspense>
	);
}
