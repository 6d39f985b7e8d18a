import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The address of the screen that is shown; it outlives the layouts, as each has a `main` of its own. */
let shown: string | null = null;

/** The screen's own part. It takes the focus after moving on, so that a screen reader starts at its heading. */
export function Main({ children, className = "" }: { children: ReactNode; className?: string }) {
	const { pathname } = useLocation();
	const main = useRef<HTMLElement>(null);
	useEffect(() => {
		const moved = shown !== null && shown !== pathname;
		shown = pathname;
		if (moved) main.current?.focus({ preventScroll: true });
	}, [pathname]);
	return (
		<main ref={main} id="main" tabIndex={-1} className={`mx-auto w-full flex-1 px-5 ${className}`}>
			{children}
		</main>
	);
}
