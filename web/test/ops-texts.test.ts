import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "~/locales/en/opsRecords.json";
import ko from "~/locales/ko/opsRecords.json";

const read = (path: string) => readFileSync(`../${path}`, "utf8");
/** The matches of a pattern's group, as in the keys of the texts. */
const codesIn = (source: string, pattern: RegExp) =>
	[...new Set([...source.matchAll(pattern)].map(([, code = ""]) => code.replace(/\W+/g, "_")))].sort();

const MACHINE = "api/src/ops/machine";
const machine = readdirSync(`../${MACHINE}`).map((file) => read(`${MACHINE}/${file}`));
const actions = codesIn(read("crates/db/src/operations/operator_actions.rs"), /= "([a-z_]+)"/g);
const calls = codesIn(machine.join(""), /"GET \/([a-z-]+)/g);
const search = read("api/src/ops/access_log/search.rs");
const fields = codesIn(search, /\("([a-z ]+)", &self\./g);
const bulk = codesIn(read("api/src/ops/queues/start_bulk.rs"), /"([a-z]+)" => JobAction::/g);

const LANGUAGES = [
	["Korean", ko],
	["English", en],
] as const;

it.each(LANGUAGES)("every_operator_action_has_%s_text", (_, { did }) => {
	expect(actions.length).toBeGreaterThan(40);
	expect(Object.keys(did).sort()).toEqual(actions);
});

it.each(LANGUAGES)("every_logged_call_has_%s_text", (_, { call }) => {
	expect(calls.length).toBeGreaterThan(4);
	expect(read("training/src/commands/export.rs")).toContain('"model export"');
	expect(Object.keys(call).sort()).toEqual([...calls, "model_export"].sort());
});

it.each(LANGUAGES)("every_subject_of_a_log_has_%s_text", (_, { subject }) => {
	expect(fields.length).toBeGreaterThan(4);
	expect(search).toContain('"without a filter"');
	expect(read("api/src/ops/retention/run.rs")).toContain('"all tenants"');
	expect(Object.keys(subject).sort()).toEqual([...fields, ...bulk, "all_tenants", "without_a_filter"].sort());
});
