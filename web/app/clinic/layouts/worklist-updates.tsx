import { useEffect, useRef } from "react";
import { playChime } from "~/clinic/lib/chime";
import { useWorkCounts } from "~/clinic/lib/worklist-query";
import { setTitleCount } from "~/shared/lib/screen-title";

/** Shows the number of unread applications in the page's title, and plays a sound for a new one. */
export function WorklistUpdates() {
	const unread = useWorkCounts()?.unread;
	const before = useRef(unread);
	useEffect(() => {
		if (unread === undefined) return;
		setTitleCount(unread);
		if (before.current !== undefined && unread > before.current) playChime();
		before.current = unread;
	}, [unread]);
	useEffect(() => () => setTitleCount(0), []);
	return null;
}
