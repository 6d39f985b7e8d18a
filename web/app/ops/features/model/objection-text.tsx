import { textOrFallback } from "~/ops/lib/text-or-fallback";
import type { ModelVersion } from "~/ops/types";

type Objection = NonNullable<ModelVersion["objection"]>;

/** Why a version should not be deployed, with the figures that the check recorded. */
export function ObjectionText({ objection: { code, text } }: { objection: Objection }) {
	return (
		<>
			{textOrFallback("opsMoney", `model.against.${code}`, text)}
			<span lang="en" className="mt-0.5 block font-mono text-[12px]">
				{text}
			</span>
		</>
	);
}
