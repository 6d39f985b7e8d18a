import { useMemo } from "react";
import { useKnownClinics } from "~/patient/lib/known-clinics";
import type { Institution } from "~/shared/api/types";
import { useClinicSearch, useOwnArea } from "./queries";

/** A number of clinics that can be scanned quickly. */
const MAX_NEARBY_CLINICS = 5;
const NO_CLINICS: readonly Institution[] = [];

/** Clinics offered before anything is typed, without duplicates: favorites, earlier ones, those near home. */
export function useOfferedClinics() {
	const known = useKnownClinics();
	const area = useOwnArea();
	const near = useClinicSearch(area ?? "").data?.institutions ?? NO_CLINICS;
	// Marking a favorite does not change `dataUpdatedAt`, so the clinic moves up on the next visit, not under the finger.
	// biome-ignore lint/correctness/useExhaustiveDependencies: recomputed once for each response
	const { favorites, previous } = useMemo(
		() => known.data ?? { favorites: NO_CLINICS, previous: NO_CLINICS },
		[known.dataUpdatedAt],
	);
	const excluding = (institutions: readonly Institution[], ...others: (readonly Institution[])[]) =>
		institutions.filter(({ id }) => others.flat().every((other) => other.id !== id));
	return {
		known,
		area,
		favorites,
		previous: excluding(previous, favorites),
		near: area ? excluding(near, favorites, previous).slice(0, MAX_NEARBY_CLINICS) : NO_CLINICS,
	};
}

/** Sorts clinics that the patient knows first; otherwise keeps the order. */
export function useKnownFirst(institutions: readonly Institution[]): readonly Institution[] {
	const { data } = useKnownClinics();
	const known = new Set([...(data?.favorites ?? []), ...(data?.previous ?? [])].map(({ id }) => id));
	return [...institutions].sort((one, other) => Number(known.has(other.id)) - Number(known.has(one.id)));
}
