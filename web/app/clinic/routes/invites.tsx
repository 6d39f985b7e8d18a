import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useInvites } from "~/clinic/features/invites/invites-query";
import { NewInvite } from "~/clinic/features/invites/new-invite";
import { RevokeButton } from "~/clinic/features/invites/revoke-button";
import { InviteDialog } from "~/clinic/features/staff/invite-dialog";
import { InvitedDialog } from "~/clinic/features/staff/invited-dialog";
import { ConsolePage } from "~/clinic/layouts/console-page";
import type { Invite } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { NextPageButton } from "~/shared/ui/next-page-button";
import { Skeleton } from "~/shared/ui/skeleton";

export default function ClinicInvites() {
	const { t } = useTranslation("clinic");
	const list = useInvites();
	const [shown, setShown] = useState<Invite | null>(null);
	const [came, setCame] = useState<Invite | null>(null);
	const [revoked, setRevoked] = useState("");
	const rows = useRef<HTMLUListElement>(null);
	// The focused button is removed with its row.
	useEffect(() => {
		if (revoked) rows.current?.focus();
	}, [revoked]);
	const invites = list.data?.pages.flatMap((page) => page.invites);
	return (
		<ConsolePage title={t("invite.page")} text={t("invite.text")}>
			<NewInvite onCreated={setShown} />
			{list.error && !invites ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			{invites?.length === 0 ? (
				<p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("invite.empty")}</p>
			) : null}
			<p role="status" className="sr-only">
				{revoked ? t("invite.revoked", { code: revoked }) : ""}
			</p>
			<ul
				ref={rows}
				tabIndex={-1}
				aria-label={t("invite.list")}
				className="flex flex-col gap-2.5 outline-none"
			>
				{invites?.map((invite) => (
					<Row
						key={invite.code}
						invite={invite}
						onShow={() => setShown(invite)}
						onAppear={() => setCame(invite)}
						onRevoked={() => setRevoked(invite.code)}
					/>
				))}
			</ul>
			<NextPageButton list={list}>{t("invite.more")}</NextPageButton>
			{came ? <InvitedDialog invite={came} onClose={() => setCame(null)} /> : null}
			{shown ? <InviteDialog invite={shown} onClose={() => setShown(null)} /> : null}
		</ConsolePage>
	);
}

interface RowProps {
	invite: Invite;
	onShow: () => void;
	onAppear: () => void;
	onRevoked: () => void;
}

function Row({ invite, onShow, onAppear, onRevoked }: RowProps) {
	const { t } = useTranslation("clinic");
	const over = new Date(invite.expiresAt) <= new Date();
	const used = invite.uses >= invite.maxUses;
	const isOpen = !over && !used;
	return (
		<li className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
			<div className="min-w-0 flex-1 basis-full sm:basis-0">
				<p className="flex items-center gap-2 font-bold">
					<span className="number">{invite.code}</span>
					<Badge tint={isOpen ? "success" : "quiet"}>
						{t(over ? "invite.over" : used ? "invite.used" : "invite.open")}
					</Badge>
				</p>
				<p className="number mt-0.5 text-meta text-ink-600">
					{t("invite.until", { date: koreanDate(invite.expiresAt) })} ·{" "}
					{t("invite.uses", { uses: invite.uses, max: invite.maxUses })}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{invite.uses > 0 ? (
					<Button tone="quiet" onPress={onAppear}>
						{t("invite.came")}
					</Button>
				) : null}
				<RevokeButton invite={invite} isOpen={isOpen} onRevoked={onRevoked} />
				{isOpen ? (
					<Button tone="secondary" onPress={onShow}>
						{t("invite.show")}
					</Button>
				) : null}
			</div>
		</li>
	);
}
