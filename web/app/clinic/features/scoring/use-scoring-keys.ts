import { useEffect, useRef } from "react";

/** Actions by key of the scoring screen. A key without an action does nothing. */
interface ScoringKeys {
	save?: () => void;
	release?: () => void;
	next?: () => void;
	help: () => void;
}

/** Whether the focused element uses these keys itself. */
const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

function actionOf(event: KeyboardEvent, keys: ScoringKeys): (() => void) | undefined {
	const isCommand = event.ctrlKey || event.metaKey;
	if (isCommand && event.key.toLowerCase() === "s") return keys.save ?? (() => {});
	if (isCommand && event.key === "Enter") return keys.release;
	// In a field these keys are text, or open its list.
	if (isTyping(event.target)) return undefined;
	if (event.altKey && event.key === "ArrowDown") return keys.next;
	if (event.key === "?") return keys.help;
	return undefined;
}

/**
 * Shortcuts that work while no dialog is open: save and release wherever the focus is, the others outside of fields.
 */
export function useScoringKeys(keys: ScoringKeys): void {
	const latest = useRef(keys);
	latest.current = keys;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const action = actionOf(event, latest.current);
			if (!action || event.isComposing) return;
			// Otherwise the browser saves the page.
			event.preventDefault();
			if (!document.querySelector("dialog[open], [role=dialog]")) action();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
}
