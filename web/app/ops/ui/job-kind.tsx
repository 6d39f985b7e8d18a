import { kindText } from "~/ops/lib/queue-texts";

/** The display name of a job's kind, and its name in the code. */
export function JobKind({ kind }: { kind: string }) {
	const text = kindText(kind);
	return (
		<span className="inline-block md:min-w-32">
			{text}
			{text === kind ? null : <code className="block text-[12px] font-normal text-ink-600">{kind}</code>}
		</span>
	);
}
