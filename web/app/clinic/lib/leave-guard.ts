import { useEffect } from "react";
import { useBlocker } from "react-router";

/** Work on this page that is not saved. */
const unsaved = new Set<symbol>();

/** Whether something would be lost by signing out. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0;

/** Asks before a screen with unsaved work is left: the browser asks before a reload, the screen before another address. */
export function useLeaveGuard(isDirty: boolean) {
	useEffect(() => {
		if (!isDirty) return;
		const mark = Symbol("unsaved");
		unsaved.add(mark);
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener("beforeunload", ask);
		return () => {
			unsaved.delete(mark);
			window.removeEventListener("beforeunload", ask);
		};
	}, [isDirty]);
	return useBlocker(
		({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
	);
}
