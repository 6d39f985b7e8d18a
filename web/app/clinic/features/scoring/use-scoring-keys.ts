import { useEffect, useRef } from "react";

/** Actions by key of the scoring screen. A key without an action does nothing. */
interface ScoringKeys {
	save?: () => void;
	release?: () => void;
	next?: () => void;
	help: () => void;
}

type Action = keyof ScoringKeys;

/** Whether the focused element uses these keys itself. */
const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.matches("input:not([type=radio]), textarea, select") || target.isContentEditable);

/** Whether the key is S. A Hangul layout reports "ㄴ" or "Process", so there the key's place decides. */
const isS = ({ key, code }: KeyboardEvent): boolean =>
	key.toLowerCase() === "s" || (code === "KeyS" && !/^[a-z]$/i.test(key));

function actionOf(event: KeyboardEvent): Action | undefined {
	const isCommand = event.ctrlKey || event.metaKey;
	if (isCommand && isS(event)) return "save";
	if (isCommand && event.key === "Enter") return "release";
	// In a field these keys are text, or open its list.
	if (isTyping(event.target)) return undefined;
	if (event.altKey && event.key === "ArrowDown") return "next";
	if (event.key === "?") return "help";
	return undefined;
}

/**
 * Shortcuts that work while no dialog is open: save and release wherever the focus is, the others outside of fields.
 * Pressed while a syllable is composed, they act when its composition has ended.
 */
export function useScoringKeys(keys: ScoringKeys): void {
	const latest = useRef(keys);
	latest.current = keys;
	useEffect(() => {
		let waiting: Action | undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const run = (action: Action) => {
			if (!document.querySelector("dialog[open], [role=dialog]")) latest.current[action]?.();
		};
		const onKey = (event: KeyboardEvent) => {
			const action = actionOf(event);
			// Ctrl+S is always prevented: otherwise the browser saves the page.
			if (!action || !(latest.current[action] || action === "save")) return;
			event.preventDefault();
			if (event.isComposing) waiting = action;
			else run(action);
		};
		const onCompositionEnd = () => {
			const action = waiting;
			waiting = undefined;
			// Firefox reports the last syllable only after this event.
			if (action) timer = setTimeout(() => run(action));
		};
		window.addEventListener("keydown", onKey);
		window.addEventListener("compositionend", onCompositionEnd);
		return () => {
			window.removeEventListener("keydown", onKey);
			window.removeEventListener("compositionend", onCompositionEnd);
			clearTimeout(timer);
		};
	}, []);
}
