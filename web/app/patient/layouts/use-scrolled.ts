import { useEffect, useState } from "react";

const THRESHOLD_PX = 5;

/** Whether the page is scrolled past the point where the header changes. */
export function useScrolled(): boolean {
	const [isScrolled, setScrolled] = useState(false);
	useEffect(() => {
		const update = () => setScrolled(window.scrollY > THRESHOLD_PX);
		update();
		window.addEventListener("scroll", update, { passive: true });
		return () => window.removeEventListener("scroll", update);
	}, []);
	return isScrolled;
}
