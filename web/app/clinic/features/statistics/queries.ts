import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";
import { saveFile } from "~/shared/lib/save-file";

/** Inclusive range of days, YYYY-MM-DD; empty for an open end. */
export interface Range {
	startAt: string;
	endAt: string;
}

type Table = "month" | "analyst";

const queryOf = ({ startAt, endAt }: Range) => ({
	...(startAt ? { startAt } : {}),
	...(endAt ? { endAt } : {}),
});

/** The clinic's figures in a range of days. */
export function useStatistics(range: Range) {
	const options = $api.queryOptions("get", "/institutions/statistics", {
		params: { query: queryOf(range) },
	});
	return useQuery({ ...options, placeholderData: keepPreviousData });
}

/** Downloads one table as a spreadsheet file. */
export function useDownloadTable(range: Range) {
	return useMutation({
		mutationFn: async (by: Table) => {
			const params = { query: { ...queryOf(range), by } };
			const file = await unwrap(api.GET("/institutions/statistics/csv", { params, parseAs: "blob" }));
			saveFile(file as unknown as Blob, `statistics-by-${by}.csv`);
		},
	});
}
