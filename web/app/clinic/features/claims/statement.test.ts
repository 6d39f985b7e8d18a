import { expect, it } from "vitest";
import {
	emptyLine,
	emptyStatement,
	invalidColumns,
	isUneven,
	statementOf,
	type TypedLine,
	totalsOf,
} from "./statement";

const line: TypedLine = {
	...emptyLine(1, "2026-11-01"),
	name: "광중합형 복합레진 충전",
	code: "U0240",
	unitPrice: "80,000",
	quantity: "2",
	uninsured: "160000",
};
const statement = { ...emptyStatement("2026-11-01"), lines: [line] };

it("statement_amounts_are_sent_as_whole_won", () => {
	expect(statementOf(statement)).toEqual({
		periodFrom: "2026-11-01",
		periodTo: "2026-11-01",
		lines: [
			{
				date: "2026-11-01",
				code: "U0240",
				name: "광중합형 복합레진 충전",
				unitPrice: 80_000,
				quantity: 2,
				days: 1,
				insuredSelf: 0,
				insuredInsurer: 0,
				fullSelf: 0,
				uninsured: 160_000,
			},
		],
	});
});

it.each<[Partial<TypedLine>, string[]]>([
	[{}, []],
	[{ name: " " }, ["name"]],
	[{ date: "" }, ["date"]],
	[{ unitPrice: "-1" }, ["unitPrice"]],
	[{ uninsured: "1.5" }, ["uninsured"]],
	[{ insuredSelf: "만원" }, ["insuredSelf"]],
	[{ quantity: "0" }, ["quantity"]],
	[{ days: "" }, ["days"]],
	[{ unitPrice: "100000001" }, ["unitPrice"]],
	[{ quantity: "0.125" }, ["quantity"]],
	[{ quantity: "1000" }, ["quantity"]],
	[{ days: "367" }, ["days"]],
	[{ date: "2026-11-02" }, ["date"]],
])("invalid_columns_of_a_line_are_found: %j", (change, wrong) => {
	expect(invalidColumns({ ...line, ...change }, statement)).toEqual(wrong);
	const sent = statementOf({ ...statement, lines: [{ ...line, ...change }] });
	expect(sent === null).toBe(wrong.length > 0);
});

// Without lines, or with a period that ends before it starts.
it("invalid_statement_is_not_sent", () => {
	expect(statementOf({ ...statement, lines: [] })).toBeNull();
	expect(statementOf({ ...statement, periodTo: "2026-10-31" })).toBeNull();
});

it("statement_sends_only_filled_in_parts", () => {
	const parts = {
		patientNumber: " 12 ",
		doctorName: "",
		coverage: "medical_aid",
		card: "1,000",
		adjustment: "0",
	};
	const sent = statementOf({ ...statement, parts });
	expect(sent).toMatchObject({
		patientNumber: "12",
		coverage: "medical_aid",
		paid: { card: 1_000, cashReceipt: 0, cash: 0 },
	});
	expect(sent).not.toHaveProperty("doctorName");
	expect(sent).not.toHaveProperty("adjustment");
	expect(statementOf({ ...statement, parts: { cash: "만원" } })).toBeNull();
	expect(statementOf({ ...statement, parts: { adjustment: "100" } })).toBeNull();
});

// Totals are by who pays. A line is uneven if its price differs from the sum of its shares.
it("totals_add_up_and_uneven_lines_are_not_sent", () => {
	const other = {
		...emptyLine(2, "2026-11-01"),
		name: "파노라마",
		unitPrice: "10001",
		quantity: "0.5",
		insuredSelf: "1500",
		insuredInsurer: "3500",
		fullSelf: "1",
	};
	// 5,000.5 won rounds to 5,001.
	expect([isUneven(line), isUneven(other), isUneven({ ...other, fullSelf: "" })]).toEqual([
		false,
		false,
		true,
	]);
	expect(statementOf({ ...statement, lines: [line, other] })?.lines[1]?.quantity).toBe(0.5);
	expect(statementOf({ ...statement, lines: [{ ...other, fullSelf: "" }] })).toBeNull();
	expect(totalsOf([line, other])).toEqual({
		self: 1_500,
		insurer: 3_500,
		full: 1,
		uninsured: 160_000,
		patient: 161_501,
		all: 165_001,
	});
});
