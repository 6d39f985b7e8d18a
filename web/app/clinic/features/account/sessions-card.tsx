import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logOutStaff } from "~/clinic/session/staff-session";
import { problemText } from "~/shared/api/problem-text";
import type { StaffSessionRow } from "~/shared/api/types";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { useEndSession, useOwnSessions } from "./account-queries";
import { deviceText } from "./device-text";

/** Lists the devices on which the account is signed in. */
export function SessionsCard() {
	const { t } = useTranslation("clinicAccount");
	const list = useOwnSessions();
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const signOutEverywhere = async () => {
		setPending(true);
		await logOutStaff(true).catch(setError);
		setPending(false);
	};
	return (
		<section aria-labelledby="sessions" className="card p-5">
			<h2 id="sessions" className="text-header">
				{t("sessions.title")}
			</h2>
			<p className="mt-1 text-ink-600">{t("sessions.text")}</p>
			{list.error && !list.data ? (
				<ErrorState error={list.error} onRetry={() => void list.refetch()} />
			) : null}
			{list.isPending ? <Skeleton className="mt-3 h-20" /> : null}
			<ul aria-label={t("sessions.title")} className="mt-3 flex flex-col divide-y divide-line">
				{list.data?.sessions.map((session) => (
					<Row key={session.id} session={session} />
				))}
			</ul>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<Button
				tone="secondary"
				className="mt-4"
				isPending={isPending}
				onPress={() => void signOutEverywhere()}
			>
				{t("sessions.everywhere")}
			</Button>
		</section>
	);
}

function Row({ session }: { session: StaffSessionRow }) {
	const { t, i18n } = useTranslation("clinicAccount");
	const end = useEndSession();
	const device = deviceText(t, session);
	const moment = (time: string) =>
		new Intl.DateTimeFormat(i18n.language, {
			dateStyle: "medium",
			timeStyle: "short",
			timeZone: "Asia/Seoul",
		}).format(new Date(time));
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 font-bold">
					{device}
					{session.current ? <Badge tint="success">{t("sessions.here")}</Badge> : null}
				</p>
				<p className="number text-meta text-ink-600">
					{t("sessions.since", { time: moment(session.createdAt) })}
					{session.address ? ` · ${session.address}` : ""}
				</p>
			</div>
			{session.current ? null : (
				<Button tone="quiet" isPending={end.isPending} onPress={() => end.mutate(session.id)}>
					{t("sessions.end")}
					<span className="sr-only">: {device}</span>
				</Button>
			)}
		</li>
	);
}
