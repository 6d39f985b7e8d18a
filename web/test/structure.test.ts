import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import routes from "../app/routes";

const MAX_LINES = 300;
/** The name of a test, also after the table of `it.each(…)`. */
const TEST_NAME = /(?:(?<![.\w])(?:it|test)|\))\(\s*(["'`])(?<name>(?:(?!\1).)*)\1,/g;
/** A value of the table in a test's name, as in `size_%i_x_%i` or `path_is_refused: %s`. */
const PLACEHOLDER = /(?:: |, )?(?:%[a-z#]|\$[\w.]+)/g;

const files = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);
const sources = [...files("app"), ...files("mocks"), ...files("test")].filter(
	(file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith("schema.d.ts"),
);
const importsOf = (file: string) =>
	[...readFileSync(file, "utf8").matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)].map(
		(m) => m[1] ?? m[2] ?? "",
	);

describe("the sources", () => {
	it("files_stay_within_the_line_limit", () => {
		const long = sources.filter((file) => readFileSync(file, "utf8").split("\n").length > MAX_LINES);
		expect(long).toEqual([]);
	});

	it("test_names_are_snake_case_and_short", () => {
		const wrong = sources
			.filter((file) => /\.(test|spec)\.tsx?$/.test(file))
			.flatMap((file) =>
				[...readFileSync(file, "utf8").matchAll(TEST_NAME)].map(({ groups }) => [file, groups?.name ?? ""]),
			)
			.filter(([, name]) => !/^(?=.*_)[a-z0-9_]{1,45}$/.test(name?.replace(PLACEHOLDER, "") ?? ""))
			.map(([file, name]) => `${file}: ${name}`);
		expect(wrong).toEqual([]);
	});

	// No URL ever holds what was typed.
	it("forms_are_never_sent_by_get", () => {
		const wrong = sources
			.filter((file) => file.startsWith("app/") && file.endsWith(".tsx") && !file.includes(".test."))
			.flatMap((file) =>
				[...readFileSync(file, "utf8").matchAll(/<(form|Form|AriaForm)\b[^>]*/g)].map(
					([tag]) => `${file}: ${tag}`,
				),
			)
			.filter((tag) => !/method="post"|<Form\s[^>]*form=\{/.test(tag));
		expect(wrong).toEqual([]);
	});

	it("query_keys_come_from_api_paths", () => {
		const wrong = sources.filter(
			(file) =>
				file.startsWith("app/") &&
				!file.includes(".test.") &&
				/(queryKey|Key =|key =|Key: ?\(.*\) =>|=>) ?:? ?\["/.test(readFileSync(file, "utf8")),
		);
		expect(wrong).toEqual([]);
	});

	it("calls_are_unwrapped_by_the_shared_function", () => {
		const wrong = sources.filter(
			(file) =>
				file.startsWith("app/") &&
				!file.includes(".test.") &&
				file !== "app/shared/api/unwrap.ts" &&
				/if \((!(\w+\.)?data|error|!response\.ok|data === undefined)\) throw \w*\.?error|\berror\b.*\} = await api\./.test(
					readFileSync(file, "utf8"),
				),
		);
		expect(wrong).toEqual([]);
	});

	it("patient_screens_name_the_document", () => {
		// Home shows only the product's name, and the former history redirects.
		const unnamed = [...readFileSync("app/routes.ts", "utf8").matchAll(/"(patient\/routes\/[^"]+)"/g)]
			.map(([, file]) => `app/${file}`)
			.filter((file) => !/\/(home|self-check-history)\.tsx$/.test(file))
			.filter((file) => !/handle: RouteHandle = \{[^;]*\btitle: "/.test(readFileSync(file, "utf8")));
		expect(unnamed).toEqual([]);
	});

	it("consoles_keep_navigation_on_a_crash", () => {
		/** The pages below each layout, by the layouts around them. */
		const pagesOf = (entries: RouteConfigEntry[], around: string[] = []): [string, string[]][] =>
			entries.flatMap(({ file, children }) =>
				children ? pagesOf(children, [...around, file]) : [[file, around] as [string, string[]]],
			);
		const unguarded = pagesOf(routes)
			.filter(([, around]) => around.some((file) => /\/(console|signed-in)-layout\.tsx$/.test(file)))
			.filter(([, around]) => {
				const inside = around.slice(around.findIndex((file) => /\/(console|signed-in)-/.test(file)) + 1);
				return !inside.some((file) => /\bErrorBoundary\b/.test(readFileSync(`app/${file}`, "utf8")));
			})
			.map(([file]) => file);
		expect(unguarded).toEqual([]);
	});

	it("features_do_not_import_each_other", () => {
		const wrong = sources.flatMap((file) => {
			const own = /^app\/(?:patient|clinic|hotel|ops)\/features\/([^/]+)\//.exec(file)?.[1];
			return importsOf(file)
				.map((imported) => /^~\/(?:patient|clinic|hotel|ops)\/features\/([^/]+)\//.exec(imported)?.[1])
				.filter((other) => own && other && other !== own)
				.map((other) => `${file} -> ${other}`);
		});
		expect(wrong).toEqual([]);
	});
});

it("generated_api_types_are_up_to_date", () => {
	expect(execFileSync("node", ["scripts/gen.mjs", "--check"], { encoding: "utf8" })).toContain("up to date");
});

it("touch_fields_have_16_px_outside_of_layers", () => {
	expect(readFileSync("app/app.css", "utf8")).toMatch(
		/^@media \(pointer: coarse\) \{\n\tinput,\n\tselect,\n\ttextarea \{\n\t\tfont-size: 16px;/m,
	);
});

it("translation_catalogues_are_consistent", () => {
	expect(execFileSync("node", ["scripts/i18n-check.mjs"], { encoding: "utf8" })).toContain("two languages");
});
