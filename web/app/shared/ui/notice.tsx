import type { ReactNode } from "react";
import { AlertIcon } from "./icons";

const TONES = {
	danger: "bg-danger-tint text-danger",
	warning: "bg-warning-tint text-warning",
	info: "bg-info-tint text-info",
};

interface Props {
	tone: keyof typeof TONES;
	title?: string;
	children: ReactNode;
	action?: ReactNode;
}

/** A message inside a screen. Screen readers announce errors, but not information. */
export function Notice({ tone, title, children, action }: Props) {
	return (
		<div
			role={tone === "danger" ? "alert" : "status"}
			className={`flex animate-rise gap-3 rounded-[16px] p-4 text-[14px] ${TONES[tone]}`}
		>
			<AlertIcon className="mt-0.5 size-5" />
			<div className="min-w-0 flex-1">
				{title ? <p className="font-bold">{title}</p> : null}
				<div>{children}</div>
				{action ? <div className="mt-3">{action}</div> : null}
			</div>
		</div>
	);
}
