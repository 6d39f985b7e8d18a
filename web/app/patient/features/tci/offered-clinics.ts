import { useMemo } from "react";
import { useKnownClinics } from "~/patient/lib/known-clinics";
import type { Institution } from "~/shared/api/types";
import { useClinicSearch, useOwnArea } from "./queries";

/** As many nearby clinics as can be taken in at a glance. */
const MAX_NEAR = 5;
const NONE: readonly Institution[] = [];

/** The clinics that are offered before anything is typed, each once: favorites, those used before, those near home. */
export function useOfferedClinics() {
	const known = useKnownClinics();
	const area = useOwnArea();
	const near = useClinicSearch(area ?? "").data?.institutions ?? NONE;
	// A mark does not change the answer's time: a clinic that is marked here moves up with the next visit, not under the finger.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
	const { favorites, previous } = useMemo(
		() => known.data ?? { favorites: NONE, previous: NONE },
		[known.dataUpdatedAt],
	);
	const without = (institutions: readonly Institution[], ...others: (readonly Institution[])[]) =>
		institutions.filter(({ id }) => others.flat().every((other) => other.id !== id));
	return {
		known,
		area,
		favorites,
		previous: without(previous, favorites),
		near: area ? without(near, favorites, previous).slice(0, MAX_NEAR) : NONE,
	};
}

/** Puts the clinics that the patient knows before the others, each in their order. */
export function useKnownFirst(institutions: readonly Institution[]): readonly Institution[] {
	const { data } = useKnownClinics();
	const known = new Set([...(data?.favorites ?? []), ...(data?.previous ?? [])].map(({ id }) => id));
	return [...institutions].sort((one, other) => Number(known.has(other.id)) - Number(known.has(one.id)));
}
