import type { ReactNode } from "react";

export type Tint = "success" | "warning" | "danger" | "info" | "mint" | "quiet";

const TINTS: Record<Tint, string> = {
	success: "bg-success-tint text-success",
	warning: "bg-warning-tint text-warning",
	danger: "bg-danger-tint text-danger",
	info: "bg-info-tint text-info",
	mint: "bg-mint-100 text-green-700",
	quiet: "bg-quiet text-ink-600",
};

export function Badge({ tint, children }: { tint: Tint; children: ReactNode }) {
	return (
		<span
			className={`inline-flex items-center rounded-full px-2.5 py-1 text-badge leading-none font-bold whitespace-nowrap ${TINTS[tint]}`}
		>
			{children}
		</span>
	);
}
