import { useEffect } from "react";
import { useBlocker } from "react-router";

/** One entry for each component with unsaved work. */
const unsaved = new Set<symbol>();

/** Whether signing out would lose unsaved work. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0;

/** Warns before unsaved work is left: the browser before a reload, `useBlocker` before a navigation. */
export function useLeaveGuard(isDirty: boolean) {
	useEffect(() => {
		if (!isDirty) return;
		const mark = Symbol("unsaved");
		unsaved.add(mark);
		const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener("beforeunload", preventUnload);
		return () => {
			unsaved.delete(mark);
			window.removeEventListener("beforeunload", preventUnload);
		};
	}, [isDirty]);
	return useBlocker(
		({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
	);
}
