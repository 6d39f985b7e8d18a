import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Path of the current screen. Module state, because each layout mounts its own `main`. */
let shown: string | null = null;

/** The screen's `main` element. Takes the focus after a navigation, so that a screen reader starts at its heading. */
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
