import type { Statement, StatementLine } from "~/lib/insurance/types";

/** A line as it is typed. */
export type TypedLine = Record<keyof StatementLine, string> & { id: number };
export interface TypedStatement {
	patientNumber: string;
	periodFrom: string;
	periodTo: string;
	lines: TypedLine[];
}

const TEXTS = ["date", "code", "name"] as const;
export const NUMBERS = [
	"unitPrice",
	"quantity",
	"days",
	"insuredSelf",
	"insuredInsurer",
	"uninsured",
] as const;
export const COLUMNS = [...TEXTS, ...NUMBERS] as const;
export type Column = (typeof COLUMNS)[number];

export const MOST_LINES = 200;
/** No single figure is larger: whole won. */
const MOST_WON = 1_000_000_000;

const figure = (text: string): number => Number(text.replace(/[,\s]/g, "") || "0");
const isFigure = (text: string): boolean =>
	/^\d*$/.test(text.replace(/[,\s]/g, "")) && figure(text) <= MOST_WON;

export function emptyLine(id: number, date: string): TypedLine {
	return {
		id,
		date,
		code: "",
		name: "",
		unitPrice: "",
		quantity: "1",
		days: "1",
		insuredSelf: "",
		insuredInsurer: "",
		uninsured: "",
	};
}

/** A statement to begin with: one line, on the day of treatment. */
export function emptyStatement(day: string): TypedStatement {
	return { patientNumber: "", periodFrom: day, periodTo: day, lines: [emptyLine(1, day)] };
}

/** Which cells of a line are wrong. */
export function wrongIn(line: TypedLine): Column[] {
	const numbers = NUMBERS.filter((each) => !isFigure(line[each]));
	const counts = (["quantity", "days"] as const).filter(
		(each) => isFigure(line[each]) && figure(line[each]) < 1,
	);
	return [
		...(line.date ? [] : (["date"] as const)),
		...(line.name.trim() ? [] : (["name"] as const)),
		...numbers,
		...counts,
	];
}

/** What a line comes to by its price, and by who pays it. */
export function sumsOf(line: TypedLine): { byPrice: number; byPayer: number } {
	if (NUMBERS.some((each) => !isFigure(line[each]))) return { byPrice: 0, byPayer: 0 };
	return {
		byPrice: figure(line.unitPrice) * figure(line.quantity) * figure(line.days),
		byPayer: figure(line.insuredSelf) + figure(line.insuredInsurer) + figure(line.uninsured),
	};
}

/** Lines whose two sums differ: shown, because clinics round by their own rules. */
export const isUneven = (line: TypedLine): boolean => {
	const { byPrice, byPayer } = sumsOf(line);
	return byPrice !== byPayer;
};

/** What all lines come to, by who pays. */
export function totalsOf(lines: readonly TypedLine[]) {
	const sum = (column: Column) =>
		lines.reduce((all, line) => all + (isFigure(line[column]) ? figure(line[column]) : 0), 0);
	const [self, insurer, uninsured] = [sum("insuredSelf"), sum("insuredInsurer"), sum("uninsured")];
	return { self, insurer, uninsured, patient: self + uninsured, all: self + insurer + uninsured };
}

/** The statement as it is sent, or null while something is wrong in it. */
export function statementOf(typed: TypedStatement): Statement | null {
	const { patientNumber, periodFrom, periodTo, lines } = typed;
	if (!periodFrom || !periodTo || periodTo < periodFrom || lines.length === 0) return null;
	if (lines.some((line) => wrongIn(line).length > 0)) return null;
	return {
		...(patientNumber.trim() ? { patientNumber: patientNumber.trim() } : {}),
		periodFrom,
		periodTo,
		lines: lines.map((line) => ({
			date: line.date,
			code: line.code.trim(),
			name: line.name.trim(),
			unitPrice: figure(line.unitPrice),
			quantity: figure(line.quantity),
			days: figure(line.days),
			insuredSelf: figure(line.insuredSelf),
			insuredInsurer: figure(line.insuredInsurer),
			uninsured: figure(line.uninsured),
		})),
	};
}
