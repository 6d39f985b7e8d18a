import { useEffect, useState } from "react";

const THRESHOLD_PX = 5;

/** Whether the page is scrolled past the point where the header changes. */
export function useScrolled(): boolean {
	const [scrolled, setScrolled] = useState(false);
	useEffect(() => {
		const look = () => setScrolled(window.scrollY > THRESHOLD_PX);
		look();
		window.addEventListener("scroll", look, { passive: true });
		return () => window.removeEventListener("scroll", look);
	}, []);
	return scrolled;
}
