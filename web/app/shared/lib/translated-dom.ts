/**
 * Prevents React from crashing after a browser's page translation has replaced text nodes by its own elements (`font`):
 * removing a node that is already gone does nothing, and inserting before such a node appends.
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
