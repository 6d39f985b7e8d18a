import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useDownload } from "~/hotel/lib/download";

export interface EnvironmentQuery {
	hotelId?: number;
	/** YYYY-MM, both counted. */
	from: string;
	to: string;
}

/** What was refilled and how much plastic that saved, by month and hotel. */
export function useEnvironment(query: EnvironmentQuery) {
	return useQuery({
		...$api.queryOptions("get", "/hotel/environment", { params: { query } }),
		placeholderData: keepPreviousData,
	});
}

export function useEnvironmentFile(query: EnvironmentQuery) {
	return useDownload(`environment-${query.from}-${query.to}.csv`, () =>
		api.GET("/hotel/environment.csv", { params: { query }, parseAs: "blob" }),
	);
}
