import { useEffect, useRef, useState } from "react";

/**
 * For a step that is sent by a press and not by one form: what is missing may be far above the button, so that a try moves
 * to the first control that is marked as invalid.
 */
export function useFirstInvalid() {
	const container = useRef<HTMLDivElement>(null);
	const [tries, setTries] = useState(0);
	useEffect(() => {
		if (tries > 0) container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [tries]);
	return { container, isTried: tries > 0, markTried: () => setTries((count) => count + 1) };
}
