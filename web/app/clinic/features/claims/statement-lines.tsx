import { useTranslation } from "react-i18next";
import {
	COLUMNS,
	type Column,
	invalidColumns,
	isUneven,
	NUMBERS,
	type TypedLine,
	type TypedStatement,
} from "./statement";

interface Props {
	typed: TypedStatement;
	/** Whether the form was submitted once; invalid fields are marked from then on. */
	isSubmitted: boolean;
	onLines: (lines: TypedLine[]) => void;
}

const CELL =
	"h-11 w-full min-w-0 rounded-[8px] border border-field bg-white px-2 text-[14px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-2 focus:ring-green-700/20 aria-invalid:border-danger aria-invalid:bg-danger-tint";

const WIDTHS: Partial<Record<Column, string>> = {
	date: "w-36",
	code: "w-20",
	name: "min-w-36",
	quantity: "w-13",
	days: "w-13",
};
const isNumber = (column: Column) => (NUMBERS as readonly Column[]).includes(column);

const highlightedColumns = (line: TypedLine, typed: TypedStatement): readonly Column[] =>
	isUneven(line) ? [...invalidColumns(line, typed), "uninsured"] : invalidColumns(line, typed);

/** The lines as a table of inputs, which scrolls sideways on a narrow screen. Uncontrolled, for Hangul composition. */
export function StatementLines({ typed, isSubmitted, onLines }: Props) {
	const { lines } = typed;
	const { t } = useTranslation("claims");
	const change = (id: number, column: Column, value: string) =>
		onLines(lines.map((line) => (line.id === id ? { ...line, [column]: value } : line)));
	return (
		// A region that scrolls must be reachable by keyboard.
		<section
			aria-label={t("make.lines")}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
			tabIndex={0}
			className="overflow-x-auto"
		>
			<table className="number w-full min-w-[880px] border-separate border-spacing-x-1 border-spacing-y-1 text-[13px]">
				<thead>
					<tr>
						{COLUMNS.map((column) => (
							<th
								key={column}
								scope="col"
								className={`px-1 text-left font-semibold text-ink-600 ${WIDTHS[column] ?? ""}`}
							>
								{t(`column.${column}`)}
							</th>
						))}
						<td />
					</tr>
				</thead>
				<tbody>
					{lines.map((line, at) => (
						<Line
							key={line.id}
							line={line}
							number={at + 1}
							wrong={isSubmitted ? highlightedColumns(line, typed) : []}
							onChange={(column, value) => change(line.id, column, value)}
							onRemove={
								lines.length === 1 ? undefined : () => onLines(lines.filter((each) => each.id !== line.id))
							}
						/>
					))}
				</tbody>
			</table>
		</section>
	);
}

interface LineProps {
	line: TypedLine;
	number: number;
	wrong: readonly Column[];
	onChange: (column: Column, value: string) => void;
	/** Omitted when only one line is left. */
	onRemove?: () => void;
}

function Line({ line, number, wrong, onChange, onRemove }: LineProps) {
	const { t } = useTranslation("claims");
	return (
		<tr>
			{COLUMNS.map((column) => (
				<td key={column}>
					<input
						type={column === "date" ? "date" : "text"}
						inputMode={isNumber(column) ? "decimal" : undefined}
						aria-label={t("make.cell", { n: number, column: t(`column.${column}`) })}
						aria-invalid={wrong.includes(column) || undefined}
						defaultValue={line[column]}
						maxLength={column === "name" ? 200 : 20}
						onChange={(event) => onChange(column, event.target.value)}
						className={`${CELL} ${isNumber(column) ? "text-right" : ""}`}
					/>
				</td>
			))}
			<td className="w-11">
				<button
					type="button"
					aria-label={t("make.remove", { n: number })}
					disabled={!onRemove}
					onClick={onRemove}
					className="grid size-11 place-items-center rounded-full text-[18px] text-ink-600 hover:bg-danger-tint hover:text-danger disabled:opacity-30"
				>
					×
				</button>
			</td>
		</tr>
	);
}
