import { useQuery } from "@tanstack/react-query";
import { $api } from "~/lib/api/queries";
import type { Model } from "~/lib/api/types";
import builtIn from "./built-in-model.json";

/** The version that the workers have of their own: what is read with unless another one was deployed. */
export const BUILT_IN: Model = builtIn;

/** As long as the answer may be kept. */
const FRESH_MS = 60_000;

const options = {
	...$api.queryOptions("get", "/model"),
	// Everybody may ask.
	enabled: true,
	staleTime: FRESH_MS,
};

/** The version that photos are read with; the built-in one until the server says which, and when it does not. */
export function useModel(): Model {
	return useQuery(options).data?.model ?? BUILT_IN;
}

/** Whether it learned from and was tested on the photos that our texts describe. */
export const hasKnownPhotos = (model: Model): boolean => model.dataHash === BUILT_IN.dataHash;
