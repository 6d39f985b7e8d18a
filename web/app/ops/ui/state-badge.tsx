import { stateText } from "~/ops/lib/queue-texts";
import { Badge, type Tint } from "~/shared/ui/badge";

const TINTS: Record<string, Tint> = {
	ready: "info",
	queued: "info",
	running: "mint",
	delayed: "quiet",
	done: "success",
	dead: "danger",
	failed: "danger",
	canceled: "quiet",
};

/** The state of a job or a run. */
export function StateBadge({ state }: { state: string }) {
	return <Badge tint={TINTS[state] ?? "quiet"}>{stateText(state)}</Badge>;
}
