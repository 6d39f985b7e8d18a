import { useQuery } from "@tanstack/react-query";
import { $api } from "~/ops/api";

const POLL_INTERVAL_MS = 30_000;
const groupsOptions = $api.queryOptions("get", "/ops/dead-letters");

/** The dead jobs, grouped by kind and error. */
export const useDeadGroups = () => useQuery({ ...groupsOptions, refetchInterval: POLL_INTERVAL_MS });
