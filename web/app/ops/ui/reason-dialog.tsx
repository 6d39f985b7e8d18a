import { type ComponentType, lazy, Suspense } from "react";
import { Dialog } from "~/shared/ui/dialog";
import { Skeleton } from "~/shared/ui/skeleton";
import type { ReasonFormProps } from "./reason-form";

const LazyForm = lazy(() => import("./reason-form"));

interface Props<Result> extends ReasonFormProps<Result> {
	title: string;
}

/** Requires a reason, which the audit records, before an action. Its form is lazy. */
export function ReasonDialog<Result>({ title, ...form }: Props<Result>) {
	const ReasonForm = LazyForm as ComponentType<ReasonFormProps<Result>>;
	return (
		<Dialog title={title} onClose={form.onClose}>
			<Suspense fallback={<Skeleton className="mt-2 h-56 rounded-control" />}>
				<ReasonForm {...form} />
			</Suspense>
		</Dialog>
	);
}
