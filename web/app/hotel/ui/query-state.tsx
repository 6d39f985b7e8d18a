import type { ReactNode } from "react";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

interface Query<Data> {
	data: Data | undefined;
	error: unknown;
	refetch: () => unknown;
}

interface Props<Data> {
	query: Query<Data>;
	/** Placeholder while the content loads. */
	skeleton?: ReactNode;
	children: (data: Data) => ReactNode;
}

const SKELETON = (
	<>
		<Skeleton className="h-28 rounded-card" />
		<Skeleton className="h-64 rounded-card" />
	</>
);

/** Renders a query's data, its error, or a skeleton while it loads. */
export function QueryState<Data>({ query, skeleton = SKELETON, children }: Props<Data>) {
	if (query.data !== undefined) return children(query.data);
	if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
	return (
		<div aria-busy="true" className="flex flex-col gap-4">
			{skeleton}
		</div>
	);
}
