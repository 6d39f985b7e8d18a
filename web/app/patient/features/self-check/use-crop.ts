import { useMutation } from "@tanstack/react-query";
import { api } from "~/patient/api";
import type { Rect } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { useSetResultCache } from "./queries";

/** Stores a crop, or resets it with null; the AI then reads the picture again. */
export function useCrop(tciId: number) {
	const setCache = useSetResultCache();
	return useMutation({
		mutationFn: async (coordinates: Rect | null) => {
			const { tci } = await unwrap(
				api.PUT("/patients/tcis/self-check/{tciId}/picture", {
					params: { path: { tciId } },
					body: { coordinates },
				}),
			);
			return tci;
		},
		onSuccess: setCache,
	});
}
