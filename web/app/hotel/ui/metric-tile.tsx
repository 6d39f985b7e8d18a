import type { ReactNode } from "react";
import { HotelIcon } from "./icons";

interface Props {
	name: string;
	value: string;
	text: ReactNode;
	icon: Parameters<typeof HotelIcon>[0]["name"];
	/** Highlights a number that needs attention. */
	isUrgent?: boolean;
}

/** One key figure, inside a `dl`. */
export function MetricTile({ name, value, text, icon, isUrgent }: Props) {
	return (
		<div className="card flex flex-col gap-1 p-4 sm:p-5">
			<dt className="flex min-h-10 items-center gap-2 text-meta leading-tight font-semibold text-ink-600">
				<span
					className={`grid size-8 shrink-0 place-items-center rounded-full ${isUrgent ? "bg-coral-100 text-danger" : "bg-mint-100 text-green-700"}`}
				>
					<HotelIcon name={icon} className="size-4.5" />
				</span>
				{name}
			</dt>
			<dd>
				<span className="number block text-[28px] leading-tight font-extrabold tracking-tight">{value}</span>
				<span className="number text-meta text-ink-600">{text}</span>
			</dd>
		</div>
	);
}
