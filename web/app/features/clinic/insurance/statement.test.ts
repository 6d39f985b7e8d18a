import { expect, it } from "vitest";
import {
	emptyLine,
	emptyStatement,
	isUneven,
	statementOf,
	sumsOf,
	type TypedLine,
	totalsOf,
	wrongIn,
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

it("is sent as whole won", () => {
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
	[{ unitPrice: "1000000001" }, ["unitPrice"]],
])("finds what is wrong in %j", (change, wrong) => {
	expect(wrongIn({ ...line, ...change })).toEqual(wrong);
	const sent = statementOf({ ...statement, lines: [{ ...line, ...change }] });
	expect(sent === null).toBe(wrong.length > 0);
});

it("is not sent without lines or with its days the wrong way round", () => {
	expect(statementOf({ ...statement, lines: [] })).toBeNull();
	expect(statementOf({ ...statement, periodTo: "2026-10-31" })).toBeNull();
	expect(statementOf({ ...statement, patientNumber: " 12 " })?.patientNumber).toBe("12");
});

it("adds up by who pays, and tells where price and shares differ", () => {
	const other = {
		...emptyLine(2, "2026-11-01"),
		unitPrice: "10000",
		insuredSelf: "3000",
		insuredInsurer: "6999",
	};
	expect(sumsOf(other)).toEqual({ byPrice: 10_000, byPayer: 9_999 });
	expect([isUneven(line), isUneven(other)]).toEqual([false, true]);
	expect(totalsOf([line, other])).toEqual({
		self: 3_000,
		insurer: 6_999,
		uninsured: 160_000,
		patient: 163_000,
		all: 169_999,
	});
});
