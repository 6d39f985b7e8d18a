import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "~/locales/en/opsRecords.json";
import ko from "~/locales/ko/opsRecords.json";

const source = readFileSync("../crates/db/src/operations/operator_actions.rs", "utf8");
const actions = [...source.matchAll(/= "([a-z_]+)"/g)].map(([, name]) => name).sort();

it.each([
	["Korean", ko],
	["English", en],
])("every_operator_action_has_%s_text", (_, { did }) => {
	expect(actions.length).toBeGreaterThan(40);
	expect(Object.keys(did).sort()).toEqual(actions);
});
