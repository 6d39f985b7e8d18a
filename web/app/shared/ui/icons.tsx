import type { ReactNode } from "react";

export interface IconProps {
	className?: string;
}

export function Icon({ className = "size-5", children }: IconProps & { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 24 24"
			aria-hidden="true"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.9"
			strokeLinecap="round"
			strokeLinejoin="round"
			className={`shrink-0 ${className}`}
		>
			{children}
		</svg>
	);
}

export const BackIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m15 5-7 7 7 7" />
	</Icon>
);
export const NextIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m9 5 7 7-7 7" />
	</Icon>
);
export const OutwardIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 17 17 7M9 7h8v8" />
	</Icon>
);
export const TongueIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 7c2.5 1.4 5 2 8 2s5.5-.6 8-2M6.5 8.4V13a5.5 5.5 0 0 0 11 0V8.4M12 9v5" />
	</Icon>
);
export const OfflineIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M3 9.5a13 13 0 0 1 4-2.6M11 5.6a13 13 0 0 1 10 3.9M6 13a8.6 8.6 0 0 1 3.5-2.2M15 11a8.6 8.6 0 0 1 3 2M9.5 16.4a3.6 3.6 0 0 1 5 0M4 4l16 16" />
	</Icon>
);
export const AlertIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="12" cy="12" r="8.5" />
		<path d="M12 7.5v5.5M12 16.2v.1" />
	</Icon>
);
export const PersonIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="12" cy="8.5" r="3.7" />
		<path d="M5 19.5c1-3.5 3.7-5 7-5s6 1.5 7 5" />
	</Icon>
);
