import type { ReactNode } from "react";

export interface Column<Row> {
	head: string;
	cell: (row: Row) => ReactNode;
	/** Aligns numbers to the right. */
	isNumber?: boolean;
	/** On a phone the cell has no label, as for the buttons of a row. */
	isUnlabeled?: boolean;
}

interface Props<Row> {
	label: string;
	columns: readonly [Column<Row>, ...Column<Row>[]];
	rows: readonly Row[];
	keyOf: (row: Row) => string | number;
	/** Shown if there are no rows. */
	empty: string;
}

/** A table that becomes a list of cards with labelled values on a phone. The first column names the row. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: Props<Row>) {
	const [first, ...rest] = columns;
	if (rows.length === 0) return <p className="card text-center text-ink-600">{empty}</p>;
	return (
		<div className="overflow-x-auto md:rounded-card md:border md:border-line md:bg-white">
			<table aria-label={label} className="block w-full text-[14px] md:table md:wrap-normal">
				<thead className="hidden md:table-header-group">
					<tr className="border-b border-line text-meta text-ink-600">
						{columns.map(({ head, isNumber, isUnlabeled }) => (
							<th
								key={head}
								scope="col"
								className={`px-3 py-3 font-semibold first:pl-4 ${isNumber || isUnlabeled ? "text-right" : "text-left"}`}
							>
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="flex flex-col gap-2.5 md:table-row-group">
					{rows.map((row) => (
						<tr
							key={keyOf(row)}
							className="block rounded-[18px] border border-line bg-white p-4 md:table-row md:rounded-none md:border-0 md:border-b md:p-0 md:last:border-0 md:hover:bg-mint-50/60"
						>
							<th
								scope="row"
								className="block text-left text-[15px] font-semibold md:table-cell md:px-3 md:py-3 md:pl-4 md:text-[14px]"
							>
								{first.cell(row)}
							</th>
							{rest.map((column) => (
								<Cell key={column.head} column={column} row={row} />
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
	const { head, cell, isNumber, isUnlabeled } = column;
	return (
		<td
			className={`mt-2 flex items-center justify-between gap-4 md:mt-0 md:table-cell md:px-3 md:py-3 ${isNumber ? "number md:text-right md:whitespace-nowrap" : ""}`}
		>
			{isUnlabeled ? null : (
				<span aria-hidden="true" className="shrink-0 text-meta text-ink-600 md:hidden">
					{head}
				</span>
			)}
			<span
				className={`min-w-0 md:block ${isUnlabeled ? "w-full" : `text-right ${isNumber ? "" : "md:text-left"}`}`}
			>
				{cell(row)}
			</span>
		</td>
	);
}
