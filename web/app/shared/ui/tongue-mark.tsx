/** The product's illustration: a tongue from the front. */
export function TongueMark({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 116 140" aria-hidden="true" className={className}>
			<path
				d="M2 14C18 4 38 0 58 0s40 4 56 14c2 34-2 72-14 98-9 20-25 30-42 30S25 132 16 112C4 86 0 48 2 14z"
				fill="#e2725f"
			/>
			<path
				d="M20 40c10-7 24-10 38-10s28 3 38 10c1 24-3 50-10 62-6 11-17 16-28 16s-22-5-28-16C23 90 19 64 20 40z"
				fill="#eb988a"
			/>
			<path d="M58 24v92" stroke="#c9523f" strokeWidth="3.5" strokeLinecap="round" opacity="0.85" />
		</svg>
	);
}
