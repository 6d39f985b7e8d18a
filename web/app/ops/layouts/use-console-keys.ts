import { useEffect } from "react";

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement &&
	target.closest("input:not([type=radio]), textarea, select, [contenteditable], dialog") !== null;

/** Moves the focus among the rows' links. */
function moveRow(step: 1 | -1): void {
	const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
	const at = rows.indexOf(document.activeElement as HTMLElement);
	rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.focus();
}

function onKey(event: KeyboardEvent): void {
	if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
	if (event.key === "/") {
		const search = document.querySelector<HTMLInputElement>("main input[type=search]");
		if (!search) return;
		event.preventDefault();
		search.focus();
		search.select();
	} else if (event.key === "j") moveRow(1);
	else if (event.key === "k") moveRow(-1);
}

/** `/` focuses the search, `j` and `k` move through the rows of a list. */
export function useConsoleKeys(): void {
	useEffect(() => {
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, []);
}
