import type { ReactNode } from "react";

export interface Column<Row> {
	key: string;
	head: string;
	cell: (row: Row) => ReactNode;
	/** Aligns numbers. */
	isNumber?: boolean;
	/** The column with the longest text. */
	isWide?: boolean;
	/** The cell is the row's header. */
	isHead?: boolean;
	/** Replaces the name in the header row; the name stays for screen readers. */
	headCell?: ReactNode;
}

interface Props<Row> {
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	rowKey: (row: Row) => string | number;
	isBusy?: boolean;
	empty: ReactNode;
}

const TABLE =
	"w-full border-collapse text-[14px] [overflow-wrap:break-word] max-md:block [&_td]:px-3 [&_td]:py-2.5 [&_th]:px-3 [&_th]:py-2.5";
const ROW =
	"border-t border-line align-top hover:bg-mint-50 focus-within:bg-mint-50 max-md:block max-md:px-3 max-md:py-2";
/** On a phone each row is a card that repeats the column's name before each value. */
const CELL =
	"max-md:flex max-md:justify-between max-md:gap-4 max-md:p-1! max-md:text-right max-md:before:shrink-0 max-md:before:text-meta max-md:before:font-normal max-md:before:text-ink-600 max-md:before:content-[attr(data-label)] max-md:empty:hidden";

/** A table that becomes a list of cards on a phone. */
export function DataTable<Row>({ label, columns, rows, rowKey, isBusy, empty }: Props<Row>) {
	if (rows.length === 0) {
		return <div className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{empty}</div>;
	}
	return (
		<section
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
			tabIndex={0}
			className="relative overflow-x-auto rounded-card border border-line bg-white"
		>
			<table aria-label={label} aria-busy={isBusy || undefined} className={TABLE}>
				<thead className="max-md:hidden">
					<tr className="text-left text-meta text-ink-600">
						{columns.map(({ key, head, headCell, isNumber }) => (
							<th
								key={key}
								scope="col"
								className={`font-semibold whitespace-nowrap ${isNumber ? "text-right" : ""}`}
							>
								{headCell ?? head}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="max-md:block">
					{rows.map((row) => (
						<tr key={rowKey(row)} className={ROW}>
							{columns.map((column) => (
								<Cell key={column.key} column={column} row={row} />
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
	const { head, cell, isNumber, isWide, isHead } = column;
	const style = `${CELL} ${isNumber ? "number text-right whitespace-nowrap" : ""} ${isWide ? "md:min-w-48" : ""}`;
	if (isHead) {
		return (
			<th scope="row" data-label={head} className={`text-left font-semibold ${style}`}>
				{cell(row)}
			</th>
		);
	}
	return (
		<td data-label={head} className={style}>
			{cell(row)}
		</td>
	);
}
