import { hasFamily, usePeople } from "~/patient/lib/people";
import { ENTRY_KINDS, type Entry, type Kind, mergeEntries } from "./entries";
import { useApplications, useChecks, useClaims } from "./queries";

/** The records of one person, of all kinds or of one. */
export function useRecords(personId: number | null, kind: Kind | null) {
	const people = usePeople().data?.people;
	const includesKind = (each: Kind) => kind === null || kind === each;
	const checks = useChecks(personId, includesKind("check"));
	const applications = useApplications(personId, includesKind("application"));
	// Without a person the server lists everybody's claims.
	const holder = hasFamily(people) ? people.find(({ relation }) => relation === "self")?.id : undefined;
	const claims = useClaims(personId ?? holder, includesKind("claim") && people !== undefined);
	const lists = { check: checks, application: applications, claim: claims };
	const entries: Record<Kind, Entry[]> = {
		check: (checks.data?.pages ?? []).flatMap(({ tcis }) =>
			tcis.map((check) => ({ kind: "check" as const, id: check.id, at: check.shootingAt, check })),
		),
		application: (applications.data?.pages ?? []).flatMap(({ clinics }) =>
			clinics.map((application) => ({
				kind: "application" as const,
				id: application.id,
				at: application.createdAt,
				application,
			})),
		),
		claim: (claims.data?.pages ?? []).flatMap(({ insuranceClaims }) =>
			insuranceClaims.map((claim) => ({ kind: "claim" as const, id: claim.id, at: claim.createdAt, claim })),
		),
	};
	const wanted = ENTRY_KINDS.filter(includesKind);
	const here = wanted.filter((each) => lists[each].data);
	// Offline, the stored lists are shown; the others follow once there is a network.
	const isOffline = here.length > 0 && wanted.some((each) => lists[each].fetchStatus === "paused");
	const failed = wanted.map((each) => lists[each]).find((list) => list.error && !list.data);
	const more = wanted.map((each) => lists[each]).filter((list) => list.hasNextPage);
	return {
		/** Null until everything has loaded. */
		entries:
			here.length === wanted.length || isOffline
				? mergeEntries(here.map((each) => ({ entries: entries[each], hasMore: lists[each].hasNextPage })))
				: null,
		checks: (checks.data?.pages ?? []).flatMap(({ tcis }) => tcis),
		error: failed?.error ?? null,
		refetch: () => void failed?.refetch(),
		hasMore: more.length > 0,
		isLoadingMore: more.some((list) => list.isFetchingNextPage),
		loadMore: () => {
			for (const list of more) void list.fetchNextPage();
		},
	};
}
