interface Props {
	percent: number;
	/** Below it something is to be done; a mark stands there. */
	threshold?: number;
	className?: string;
}

const FULL = 100;

/** How full something is, next to the number that says so. */
export function LevelBar({ percent, threshold, className = "" }: Props) {
	const shown = Math.max(0, Math.min(FULL, percent));
	const isLow = threshold !== undefined && percent < threshold;
	return (
		<div aria-hidden="true" className={`relative h-2 overflow-hidden rounded-full bg-quiet ${className}`}>
			<div
				className={`h-full rounded-full ${isLow ? "bg-coral-500" : "bg-green-700"}`}
				style={{ width: `${shown}%` }}
			/>
			{threshold === undefined ? null : (
				<div className="absolute inset-y-0 w-0.5 bg-ink-900/45" style={{ left: `${threshold}%` }} />
			)}
		</div>
	);
}
