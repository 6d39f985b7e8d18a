import { Icon, type IconProps } from "./icons";

export const CameraIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.4-2h5.2L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
		<circle cx="12" cy="13" r="3.4" />
	</Icon>
);
export const OutlineIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 5.5h10l2.5 6.5L12 20l-7.5-8z" />
		<circle cx="7" cy="5.500" r="1.500" />
		<circle cx="17" cy="5.500" r="1.500" />
		<circle cx="12" cy="20" r="1.500" />
	</Icon>
);
export const AlbumIcon = (props: IconProps) => (
	<Icon {...props}>
		<rect x="4" y="4.5" width="16" height="15" rx="2.5" />
		<path d="m4.5 16.5 4.2-4.2 3.3 3.3 2.6-2.6 4.9 4.9" />
		<circle cx="9" cy="9" r="1.2" />
	</Icon>
);
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
export const CheckIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m5 12.5 4.5 4.5L19 7.5" strokeWidth="2.6" />
	</Icon>
);
export const LightIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="12" cy="12" r="4" />
		<path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
	</Icon>
);
export const FrameIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15" />
	</Icon>
);
export const ChartIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m4 16 5-5 3.5 3.5L20 7M20 12V7h-5" />
	</Icon>
);
export const ClockIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="12" cy="12" r="8.5" />
		<path d="M12 7.5V12l3 2" />
	</Icon>
);
export const CropIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 3v14h14M3 7h14v14" />
	</Icon>
);
export const UndoIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 9h10a5.5 5.5 0 0 1 0 11H8M8 5 4 9l4 4" />
	</Icon>
);
export const BellIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />
	</Icon>
);
