import { createContext, useContext, useEffect } from "react";

/** The unsaved input in a dialog: one entry for each form or field with some. Null outside of dialogs. */
export const UnsavedInput = createContext<Set<symbol> | null>(null);

/** Whether a component below a dialog has unsaved input; then the dialog asks before it closes. */
export function useUnsavedInput(isUnsaved: boolean): void {
	const marks = useContext(UnsavedInput);
	useEffect(() => {
		if (!isUnsaved || !marks) return;
		const mark = Symbol("unsaved");
		marks.add(mark);
		return () => void marks.delete(mark);
	}, [isUnsaved, marks]);
}
