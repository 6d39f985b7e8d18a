import type { Statement, StatementLine } from "~/domain/claim/types";

/** A line as typed. */
export type TypedLine = Record<keyof StatementLine, string> & { id: number };

/** The fields besides the lines: texts, and amounts in whole won. */
const TEXT_PARTS = ["patientNumber", "department", "businessNumber", "doctorName", "doctorLicense"] as const;
export const PAID_PARTS = ["card", "cashReceipt", "cash"] as const;
export type Part = (typeof TEXT_PARTS)[number] | (typeof PAID_PARTS)[number] | "adjustment" | "coverage";

export interface TypedStatement {
	periodFrom: string;
	periodTo: string;
	parts: Partial<Record<Part, string>>;
	lines: TypedLine[];
}

const TEXTS = ["date", "code", "name"] as const;
const SHARES = ["insuredSelf", "insuredInsurer", "fullSelf", "uninsured"] as const;
export const NUMBERS = ["unitPrice", "quantity", "days", ...SHARES] as const;
export const COLUMNS = [...TEXTS, ...NUMBERS] as const;
export type Column = (typeof COLUMNS)[number];
export const COVERAGES = ["health_insurance", "medical_aid", "uninsured"] as const;

/** The server's limits. */
export const MAX_LINES = 500;
const MAX_WON = 100_000_000;
const MAX_TIMES = 999;
const MAX_DAYS = 366;
const MAX_ADJUSTED = 99;

const stripSeparators = (text: string): string => text.replace(/[,\s]/g, "");
const parseAmount = (text: string | undefined): number => Number(stripSeparators(text ?? "") || "0");
const isWon = (text: string | undefined, most = Number.MAX_SAFE_INTEGER): boolean =>
	/^\d*$/.test(stripSeparators(text ?? "")) && parseAmount(text) <= most;
/** Up to two decimals. */
const isTimes = (text: string): boolean =>
	/^\d+(\.\d{1,2})?$/.test(stripSeparators(text)) &&
	parseAmount(text) >= 0.01 &&
	parseAmount(text) <= MAX_TIMES;
const isDays = (text: string): boolean => isWon(text, MAX_DAYS) && parseAmount(text) >= 1;

const VALIDATORS: Record<Column, (text: string) => boolean> = {
	date: (text) => text !== "",
	code: (text) => text.length <= 100,
	name: (text) => text.trim() !== "" && text.length <= 200,
	unitPrice: (text) => isWon(text, MAX_WON),
	quantity: isTimes,
	days: isDays,
	insuredSelf: isWon,
	insuredInsurer: isWon,
	fullSelf: isWon,
	uninsured: isWon,
};

export function emptyLine(id: number, date: string): TypedLine {
	const shares = { insuredSelf: "", insuredInsurer: "", fullSelf: "", uninsured: "" };
	return { id, date, code: "", name: "", unitPrice: "", quantity: "1", days: "1", ...shares };
}

/** A new statement with one line on the day of treatment. */
export function emptyStatement(day: string): TypedStatement {
	return { periodFrom: day, periodTo: day, parts: {}, lines: [emptyLine(1, day)] };
}

/** Adds a line on the day of the last one. */
export function withNewLine(typed: TypedStatement): TypedStatement {
	const day = typed.lines.at(-1)?.date ?? typed.periodFrom;
	const id = Math.max(0, ...typed.lines.map((line) => line.id)) + 1;
	return { ...typed, lines: [...typed.lines, emptyLine(id, day)] };
}

/** Totals of a line: its price rounded to whole won, and the sum of its payers' shares. Null while a number is invalid. */
function sumsOf(line: TypedLine): { byPrice: number; byPayer: number } | null {
	if (NUMBERS.some((each) => !VALIDATORS[each](line[each]))) return null;
	const hundredths = Math.round(parseAmount(line.quantity) * 100);
	const byPrice = Math.floor((parseAmount(line.unitPrice) * hundredths * parseAmount(line.days) + 50) / 100);
	return { byPrice, byPayer: SHARES.reduce((sum, each) => sum + parseAmount(line[each]), 0) };
}

/** Whether a line's price differs from the sum of its payers' shares. */
export function isUneven(line: TypedLine): boolean {
	const sums = sumsOf(line);
	return sums !== null && sums.byPrice !== sums.byPayer;
}

/** The invalid columns of a line. */
export function invalidColumns(line: TypedLine, { periodFrom, periodTo }: TypedStatement): Column[] {
	const invalid = COLUMNS.filter((each) => !VALIDATORS[each](line[each]));
	const isOutside = line.date !== "" && (line.date < periodFrom || line.date > periodTo);
	return isOutside ? ["date", ...invalid] : invalid;
}

/** Totals of all lines by payer. */
export function totalsOf(lines: readonly TypedLine[]) {
	const sum = (column: (typeof SHARES)[number]) =>
		lines.reduce((all, line) => all + (isWon(line[column]) ? parseAmount(line[column]) : 0), 0);
	const [self, insurer, full, uninsured] = SHARES.map(sum) as [number, number, number, number];
	return {
		self,
		insurer,
		full,
		uninsured,
		patient: self + full + uninsured,
		all: self + insurer + full + uninsured,
	};
}

/** The filled-in fields besides the lines; null while a number is invalid. */
function partsOf(
	parts: TypedStatement["parts"],
): Omit<Statement, "periodFrom" | "periodTo" | "lines"> | null {
	if (PAID_PARTS.some((each) => !isWon(parts[each])) || !isWon(parts.adjustment, MAX_ADJUSTED)) return null;
	const texts = TEXT_PARTS.map((each) => [each, parts[each]?.trim() ?? ""]).filter(([, text]) => text);
	const paid = {
		card: parseAmount(parts.card),
		cashReceipt: parseAmount(parts.cashReceipt),
		cash: parseAmount(parts.cash),
	};
	return {
		...Object.fromEntries(texts),
		...(parts.coverage ? { coverage: parts.coverage } : {}),
		...(parseAmount(parts.adjustment) > 0 ? { adjustment: parseAmount(parts.adjustment) } : {}),
		...(PAID_PARTS.some((each) => parts[each]?.trim()) ? { paid } : {}),
	};
}

/** The request body, or null while the statement is invalid. */
export function statementOf(typed: TypedStatement): Statement | null {
	const { periodFrom, periodTo, lines } = typed;
	const parts = partsOf(typed.parts);
	if (!parts || !periodFrom || periodTo < periodFrom || lines.length === 0) return null;
	if (lines.some((line) => invalidColumns(line, typed).length > 0 || isUneven(line))) return null;
	return {
		...parts,
		periodFrom,
		periodTo,
		lines: lines.map((line) => ({
			date: line.date,
			code: line.code.trim(),
			name: line.name.trim(),
			unitPrice: parseAmount(line.unitPrice),
			quantity: parseAmount(line.quantity),
			days: parseAmount(line.days),
			insuredSelf: parseAmount(line.insuredSelf),
			insuredInsurer: parseAmount(line.insuredInsurer),
			fullSelf: parseAmount(line.fullSelf),
			uninsured: parseAmount(line.uninsured),
		})),
	};
}
