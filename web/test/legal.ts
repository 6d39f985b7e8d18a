import type { Block, LegalText, Source } from "~/patient/features/legal/text";

/** A text, fetched where it is not at hand. */
export async function atHand<Text extends object>(source: Source<Text>): Promise<Text> {
	return typeof source === "function"
		? (await (source as () => Promise<{ default: Text }>)()).default
		: source;
}

/** What a block is made of, whatever its language. */
function outline(block: Block) {
	if (typeof block === "string") return block === "company" ? block : "words";
	if ("rows" in block) return block.rows.map((cells) => cells.length === block.head.length);
	if ("steps" in block) return block.steps.length;
	return "points" in block ? block.points.length : block.links.map(([, to]) => to);
}

/** What a text is made of, to compare it with its translation. */
export const shapeOf = ({ summary, sections }: LegalText) => ({
	summary: summary.length,
	sections: sections.map(({ id, body }) => ({ id, body: body.map(outline) })),
});
