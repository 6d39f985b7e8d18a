import type { ReactNode } from "react";
import { Link } from "react-router";
import { HotelSelect } from "~/hotel/ui/hotel-select";
import { Main } from "~/shared/layouts/main";
import { useScreenTitle } from "~/shared/lib/screen-title";
import { buttonStyle } from "~/shared/ui/button-style";
import { BackIcon } from "~/shared/ui/icons";

interface Props {
	title: string;
	text?: string;
	/** Whether the screen shows one hotel, or all of them if none is chosen. */
	hotels?: "one" | "all";
	/** Link to the list that the screen belongs to. */
	back?: { to: string; text: string };
	/** The main action of the screen, next to its heading. */
	action?: ReactNode;
	children: ReactNode;
}

/** A screen of the hotels' application: heading, main action and content. */
export function HotelPage({ title, text, hotels, back, action, children }: Props) {
	useScreenTitle(title);
	return (
		<Main className="max-w-[1120px] px-4! pt-6 pb-28 sm:px-6! lg:px-10! lg:pt-10 lg:pb-12">
			{back ? (
				<Link to={back.to} className={buttonStyle("quiet", "-mt-3 -ml-3.5 lg:-mt-5 print:hidden", "tight")}>
					<BackIcon className="size-4" />
					{back.text}
				</Link>
			) : null}
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
				<div className="min-w-0">
					<h1 className="font-serif text-[28px] font-normal lg:text-[32px]">{title}</h1>
					{text ? <p className="mt-1 text-ink-600">{text}</p> : null}
				</div>
				<div className="flex w-full flex-wrap items-center gap-2 sm:w-auto print:hidden">
					{hotels ? <HotelSelect withAll={hotels === "all"} /> : null}
					{action}
				</div>
			</div>
			<div className="mt-5 flex flex-col gap-4 lg:mt-7 lg:gap-5">{children}</div>
		</Main>
	);
}
