import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";
import type { Invite } from "~/lib/api/types";
import { localDate } from "~/lib/format";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { LoadProblem } from "~/ui/load-problem";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";

/** Who applied with an invitation, newest first. */
export function InvitedSheet({ invite, onClose }: { invite: Invite; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const { code } = invite;
	const list = useInfiniteQuery({
		queryKey: ["clinic", "invited", code],
		queryFn: ({ pageParam, signal }) =>
			answered(
				api.GET("/institutions/invites/{code}/applications", {
					params: { path: { code }, query: pageParam === null ? {} : { before: pageParam } },
					signal,
				}),
			),
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
	const came = list.data?.pages.flatMap((page) => page.clinics);
	return (
		<Sheet title={t("invite.cameBy", { code })} onClose={onClose}>
			{list.error && !came ? <LoadProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
			{!came && !list.error ? <Skeleton className="mt-3 h-20 rounded-card" /> : null}
			{came?.length === 0 ? <p className="mt-3 text-ink-600">{t("invite.nobody")}</p> : null}
			<ul className="mt-3 max-h-[60dvh] divide-y divide-line overflow-y-auto">
				{came?.map((each) => (
					<li key={each.id}>
						<Link
							to={pathTo("clinicApplication", each.id)}
							className="flex min-h-11 items-center justify-between gap-3 px-1 hover:bg-mint-50"
						>
							<span className="font-semibold">{each.patientInstitution.name}</span>
							<span className="number text-meta text-ink-600">{localDate(each.createdAt)}</span>
						</Link>
					</li>
				))}
			</ul>
			{list.hasNextPage ? (
				<Button
					tone="secondary"
					isPending={list.isFetchingNextPage}
					onPress={() => void list.fetchNextPage()}
				>
					{t("invite.more")}
				</Button>
			) : null}
		</Sheet>
	);
}
