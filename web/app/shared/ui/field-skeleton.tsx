import { Skeleton } from "./skeleton";

/** A placeholder for a field whose code is loading. */
export function FieldSkeleton({ label, className = "" }: { label: string; className?: string }) {
	return (
		<div aria-busy="true" className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
			<span className="text-meta font-semibold text-ink-600">{label}</span>
			<Skeleton className="h-13 rounded-control" />
		</div>
	);
}
