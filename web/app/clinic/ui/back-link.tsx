import { Link, type To } from "react-router";
import { BackIcon } from "~/shared/ui/icons";

interface Props {
	to: To;
	label: string;
	className?: string;
}

/** Link from a detail page back to its list, left of the heading. */
export function BackLink({ to, label, className = "" }: Props) {
	return (
		<Link
			to={to}
			aria-label={label}
			className={`-ml-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-white ${className}`}
		>
			<BackIcon className="size-6" />
		</Link>
	);
}
