import { Icon, type IconProps } from "./icons";

export const HomeIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="m4 11 8-7 8 7M6 9.500V20h12V9.500M10 20v-5.500h4V20" />
	</Icon>
);
export const RecordsIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M6 4h12v16H6zM9 8.500h6M9 12h6M9 15.500h3.500" />
	</Icon>
);
export const DocumentsIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 3.500h7l4.500 4.500v12.500H7zM14 3.500V8h4.500M10 16l1.800 1.800 3.200-3.800" />
	</Icon>
);
