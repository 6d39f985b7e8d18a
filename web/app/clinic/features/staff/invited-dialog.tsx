import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { $api, api } from "~/clinic/api";
import type { Invite } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { koreanDate } from "~/shared/lib/format";
import { Dialog } from "~/shared/ui/dialog";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";

/** People who applied with an invitation, newest first. */
export function InvitedDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const { code } = invite;
	const first = $api.queryOptions("get", "/institutions/invites/{code}/applications", {
		params: { path: { code } },
	});
	const list = useInfiniteQuery({
		queryKey: [...first.queryKey, "pages"],
		queryFn: ({ pageParam, signal }) =>
			unwrap(
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
		<Dialog title={t("invite.cameBy", { code })} onClose={onClose}>
			{list.error && !came ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{!came && !list.error ? <Skeleton className="mt-3 h-20 rounded-card" /> : null}
			{came?.length === 0 ? <p className="mt-3 text-ink-600">{t("invite.nobody")}</p> : null}
			<ul className="mt-3 max-h-[60dvh] divide-y divide-line overflow-y-auto">
				{came?.map((each) => (
					<li key={each.id}>
						<Link
							to={href("/clinic/applications/:id", { id: String(each.id) })}
							className="flex min-h-11 items-center justify-between gap-3 px-1 hover:bg-mint-50"
						>
							<span className="font-semibold">{each.patientInstitution.name}</span>
							<span className="number text-meta text-ink-600">{koreanDate(each.createdAt)}</span>
						</Link>
					</li>
				))}
			</ul>
			<NextPageButton list={list}>{t("invite.more")}</NextPageButton>
		</Dialog>
	);
}
