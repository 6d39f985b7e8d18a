import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useDownload } from "~/hotel/lib/download";

export interface EnvironmentQuery {
	hotelId?: number;
	/** YYYY-MM, both inclusive. */
	from: string;
	to: string;
}

/** Refills and the plastic that they saved, by month and hotel. */
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
