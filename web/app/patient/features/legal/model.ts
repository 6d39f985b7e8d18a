import { useQuery } from "@tanstack/react-query";
import { $api } from "~/patient/api";
import type { Model } from "~/shared/api/types";
import builtIn from "./built-in-model.json";

/** The version built into the workers, which they use unless another one is deployed. */
export const BUILT_IN: Model = builtIn;

/** How long the response may be cached. */
const STALE_TIME_MS = 60_000;

const options = {
	...$api.queryOptions("get", "/model"),
	// The endpoint is public.
	enabled: true,
	staleTime: STALE_TIME_MS,
};

/** The deployed version; the built-in one while that is loading, and if it cannot be loaded. */
export function useModel(): Model {
	return useQuery(options).data?.model ?? BUILT_IN;
}

/** Whether it was trained on the photos that the texts describe. */
export const hasKnownTraining = (model: Model): boolean =>
	model.trainingDataHash !== null && model.trainingDataHash === BUILT_IN.trainingDataHash;

/** Whether it was tested on the test photos that the texts describe. */
export const hasKnownTests = (model: Model): boolean =>
	hasKnownTraining(model) && model.dataHash === BUILT_IN.dataHash;
