import { useEffect, useRef, useState } from "react";

/**
 * For a step that is submitted by a button outside a form: focuses the first invalid control after each attempt, since
 * it may be far above the button.
 */
export function useFirstInvalid() {
	const container = useRef<HTMLDivElement>(null);
	const [tries, setTries] = useState(0);
	useEffect(() => {
		if (tries > 0) container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [tries]);
	return { container, isSubmitted: tries > 0, markSubmitted: () => setTries((count) => count + 1) };
}
