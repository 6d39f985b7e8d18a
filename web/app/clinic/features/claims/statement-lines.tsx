import { useTranslation } from "react-i18next";
import {
	COLUMNS,
	type Column,
	isUneven,
	NUMBERS,
	type TypedLine,
	type TypedStatement,
	wrongIn,
} from "./statement";

interface Props {
	typed: TypedStatement;
	/** What is wrong is marked once it was tried. */
	isTried: boolean;
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

/** The lines as a table of fields; on a narrow screen it is drawn sideways. The fields are uncontrolled, for Hangul. */
export function StatementLines({ typed, isTried, onLines }: Props) {
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
					{lines.map((line, at) => {
						const wrong: Column[] = isTried ? wrongIn(line, typed) : [];
						if (isTried && isUneven(line)) wrong.push("uninsured");
						return (
							<tr key={line.id}>
								{COLUMNS.map((column) => (
									<td key={column}>
										<input
											type={column === "date" ? "date" : "text"}
											inputMode={isNumber(column) ? "decimal" : undefined}
											aria-label={t("make.cell", { n: at + 1, column: t(`column.${column}`) })}
											aria-invalid={wrong.includes(column) || undefined}
											defaultValue={line[column]}
											maxLength={column === "name" ? 200 : 20}
											onChange={(event) => change(line.id, column, event.target.value)}
											className={`${CELL} ${isNumber(column) ? "text-right" : ""}`}
										/>
									</td>
								))}
								<td className="w-11">
									<button
										type="button"
										aria-label={t("make.remove", { n: at + 1 })}
										disabled={lines.length === 1}
										onClick={() => onLines(lines.filter((each) => each.id !== line.id))}
										className="grid size-11 place-items-center rounded-full text-[18px] text-ink-600 hover:bg-danger-tint hover:text-danger disabled:opacity-30"
									>
										×
									</button>
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
}
