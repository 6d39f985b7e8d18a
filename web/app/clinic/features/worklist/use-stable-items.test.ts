import { expect, it } from "vitest";
import { seeds } from "../../../../mocks/clinic-seeds";
import { stableItems } from "./use-stable-items";

const [first, second, third, fourth] = seeds() as [
	ReturnType<typeof seeds>[number],
	ReturnType<typeof seeds>[number],
	ReturnType<typeof seeds>[number],
	ReturnType<typeof seeds>[number],
];
const ids = ({ items }: ReturnType<typeof stableItems>) => items.map(({ id }) => id);
const free = { isLocked: false, current: null };

it("shows the list as it is while nobody points at it", () => {
	expect(ids(stableItems([second], [first, second], free))).toEqual([first.id, second.id]);
});

it("moves no row under a pointer, and counts what waits above", () => {
	const held = { isLocked: true, current: null };
	const changed = { ...second, unread: !second.unread };
	const after = stableItems([second, third], [first, changed, fourth], held);
	expect(ids(after)).toEqual([second.id, third.id, fourth.id]);
	expect(after.items[0]).toBe(changed);
	expect(after.newer).toBe(1);
	expect(stableItems([second], [first], held)).toEqual({ items: [second], newer: 1 });
	expect(ids(stableItems([], [first], held))).toEqual([first.id]);
});

it("keeps the open one at its place when the list holds it no more", () => {
	const open = { isLocked: false, current: third.id };
	expect(ids(stableItems([second, third, fourth], [first, second, fourth], open))).toEqual([
		first.id,
		second.id,
		third.id,
		fourth.id,
	]);
	expect(ids(stableItems([third, fourth], [fourth], open))).toEqual([third.id, fourth.id]);
});
