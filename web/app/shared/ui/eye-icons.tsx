import { Icon, type IconProps } from "./icons";

export const EyeIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12z" />
		<circle cx="12" cy="12" r="2.8" />
	</Icon>
);
export const EyeOffIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M9.9 6.1A9 9 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.7 3.3M6.4 7.6A14.7 14.7 0 0 0 2.8 12S6 18.2 12 18.2a9 9 0 0 0 4.3-1.1M4 4l16 16" />
	</Icon>
);
