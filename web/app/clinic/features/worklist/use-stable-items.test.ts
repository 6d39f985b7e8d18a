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

it("list_shows_latest_rows_without_a_pointer", () => {
	expect(ids(stableItems([second], [first, second], free))).toEqual([first.id, second.id]);
});

// Newer rows wait above them and are only counted.
it("rows_under_a_pointer_keep_their_place", () => {
	const held = { isLocked: true, current: null };
	const changed = { ...second, unread: !second.unread };
	const after = stableItems([second, third], [first, changed, fourth], held);
	expect(ids(after)).toEqual([second.id, third.id, fourth.id]);
	expect(after.items[0]).toBe(changed);
	expect(after.newer).toBe(1);
	expect(stableItems([second], [first], held)).toEqual({ items: [second], newer: 1 });
	expect(ids(stableItems([], [first], held))).toEqual([first.id]);
});

it("open_row_keeps_its_place_after_leaving_list", () => {
	const open = { isLocked: false, current: third.id };
	expect(ids(stableItems([second, third, fourth], [first, second, fourth], open))).toEqual([
		first.id,
		second.id,
		third.id,
		fourth.id,
	]);
	expect(ids(stableItems([third, fourth], [fourth], open))).toEqual([third.id, fourth.id]);
});
