interface Props {
	percent: number;
	/** A mark at the level below which something must be done. */
	threshold?: number;
	className?: string;
}

const FULL_PERCENT = 100;

/** A fill level as a bar, next to its number. */
export function LevelBar({ percent, threshold, className = "" }: Props) {
	const shown = Math.max(0, Math.min(FULL_PERCENT, percent));
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
