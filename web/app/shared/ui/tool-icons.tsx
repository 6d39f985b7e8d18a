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
export const DownIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m6.5 9.5 5.500 5.500 5.500-5.500" />
	</Icon>
);
export const CloseIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m6 6 12 12M18 6 6 18" />
	</Icon>
);
export const FlipIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 10a8 8 0 0 1 14-3.5L20 9M20 4v5h-5M20 14a8 8 0 0 1-14 3.5L4 15M4 20v-5h5" />
	</Icon>
);
export const ShareIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M12 15V4M8 7.5 12 3.5l4 4M6 11H5.500A1.500 1.500 0 0 0 4 12.500v6A1.500 1.500 0 0 0 5.500 20h13a1.500 1.500 0 0 0 1.500-1.500v-6a1.500 1.500 0 0 0-1.500-1.500H18" />
	</Icon>
);
export const PrintIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 8V4h10v4M7 17H5a1 1 0 0 1-1-1v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6a1 1 0 0 1-1 1h-2M7 14h10v6H7z" />
	</Icon>
);
export const TrashIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M5 7h14M9 7V4.500h6V7M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5" />
	</Icon>
);
export const BellOffIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M6.500 10.500a5.500 5.500 0 0 1 11 0c0 4.500 2 6 2 6h-15s2-1.500 2-6z" />
		<path d="M10 19.500a2 2 0 0 0 4 0M4.500 4.500l15 15" />
	</Icon>
);
