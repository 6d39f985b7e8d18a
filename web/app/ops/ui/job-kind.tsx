import { kindText } from "~/ops/lib/queue-texts";

/** What a job does, in words, and as the code calls it. */
export function JobKind({ kind }: { kind: string }) {
	const text = kindText(kind);
	return (
		<span className="inline-block md:min-w-32">
			{text}
			{text === kind ? null : <code className="block text-[12px] font-normal text-ink-600">{kind}</code>}
		</span>
	);
}
