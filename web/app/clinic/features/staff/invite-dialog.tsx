import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Invite } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Skeleton } from "~/shared/ui/skeleton";

const QrCode = lazy(() => import("~/shared/ui/qr-code"));

/** Shows an invitation to share: as a QR code, or as a link. */
export function InviteDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const [copied, setCopied] = useState<boolean | null>(null);
	const copy = () =>
		navigator.clipboard.writeText(invite.url).then(
			() => setCopied(true),
			() => setCopied(false),
		);
	return (
		<Dialog title={t("invite.title")} onClose={onClose}>
			<p className="mt-1 mb-4 text-meta text-ink-600">{t("invite.scan")}</p>
			<Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-[240px]" />}>
				<QrCode text={invite.url} label={t("invite.qr")} />
			</Suspense>
			<label className="mt-4 block">
				<span className="mb-1 block text-meta font-semibold text-ink-600">{t("invite.link")}</span>
				<input
					readOnly
					value={invite.url}
					onFocus={(event) => event.target.select()}
					className="h-12 w-full rounded-control border border-line bg-quiet px-3.5 text-[14px]"
				/>
			</label>
			<p className="number mt-2 text-meta text-ink-600">
				{t("invite.until", { date: koreanDate(invite.expiresAt) })} ·{" "}
				{t("invite.uses", { uses: invite.uses, max: invite.maxUses })}
			</p>
			<div className="mt-4 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={() => window.print()}>
					{t("invite.print")}
				</Button>
				<Button onPress={() => void copy()}>{t("invite.copy")}</Button>
			</div>
			<p role="status" className="mt-2 min-h-5 text-center text-meta text-green-700">
				{copied === null ? "" : t(copied ? "invite.copied" : "invite.notCopied")}
			</p>
		</Dialog>
	);
}
