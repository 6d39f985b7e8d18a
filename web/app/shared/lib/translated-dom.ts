/**
 * Lets React go on where the browser's translation has put its own elements (`font`) in the place of text: what is not
 * there any more is not removed a second time, and what was to come before it comes at the end.
 */
export function tolerateTranslation(prototype: Node): void {
	const { removeChild, insertBefore } = prototype;
	prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
		return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
	};
	prototype.insertBefore = function <Child extends Node>(
		this: Node,
		node: Child,
		before: Node | null,
	): Child {
		const isThere = before === null || before.parentNode === this;
		return insertBefore.call(this, node, isThere ? before : null) as Child;
	};
}
