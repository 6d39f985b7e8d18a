import { useQuery } from "@tanstack/react-query";
import { $api } from "~/ops/api";

const POLL_MS = 30_000;
const groups = $api.queryOptions("get", "/ops/dead-letters");

/** The dead jobs, grouped by kind and error. */
export const useDeadGroups = () => useQuery({ ...groups, refetchInterval: POLL_MS });
