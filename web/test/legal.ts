import type { Block, LegalText, Source } from "~/patient/features/legal/text";

/** Loads a text if it is lazy. */
export async function atHand<Text extends object>(source: Source<Text>): Promise<Text> {
	return typeof source === "function"
		? (await (source as () => Promise<{ default: Text }>)()).default
		: source;
}

/** The structure of a block, independent of the language. */
function outline(block: Block) {
	if (typeof block === "string") return block === "company" ? block : "words";
	if ("rows" in block) return block.rows.map((cells) => cells.length === block.head.length);
	if ("steps" in block) return block.steps.length;
	return "points" in block ? block.points.length : block.links.map(([, to]) => to);
}

/** The structure of a text, to compare it with its translation. */
export const shapeOf = ({ summary, sections }: LegalText) => ({
	summary: summary.length,
	sections: sections.map(({ id, body }) => ({ id, body: body.map(outline) })),
});
