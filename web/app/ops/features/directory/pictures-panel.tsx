import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TenantDetail } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { FileButton } from "~/shared/ui/file-button";
import { usePicture } from "./queries";

const ACCEPTED = { logo: "image/png", banner: "image/png,image/jpeg,image/webp" };

/** The tenant's logo and banner picture. */
export function PicturesPanel({ tenant }: { tenant: TenantDetail }) {
	const { t } = useTranslation("opsDirectory");
	return (
		<Panel title={t("pictures.title")} text={t("pictures.text")}>
			<div className="grid gap-4 sm:grid-cols-2">
				<Picture id={tenant.id} kind="logo" exists={tenant.hasLogo} />
				<Picture id={tenant.id} kind="banner" exists={tenant.hasBannerImage} />
			</div>
		</Panel>
	);
}

interface Props {
	id: number;
	kind: "logo" | "banner";
	exists: boolean;
}

function Picture({ id, kind, exists }: Props) {
	const { t } = useTranslation("opsDirectory");
	const picture = usePicture(id, kind);
	const what = t(`pictures.${kind}`);
	/** The file to store, or null to remove the current one. */
	const [confirming, setConfirming] = useState<{ file: Blob | null } | null>(null);
	return (
		<section aria-label={what} className="flex flex-col gap-2.5">
			<h3 className="flex items-center gap-2 font-semibold">
				{what}
				<Badge tint={exists ? "success" : "quiet"}>{t(exists ? "pictures.there" : "pictures.none")}</Badge>
			</h3>
			<p className="text-meta text-ink-600">{t(`pictures.${kind}Hint`)}</p>
			<div className="flex flex-wrap gap-2">
				<FileButton accept={ACCEPTED[kind]} onPick={(file) => setConfirming({ file })}>
					{t(exists ? "pictures.replace" : "pictures.choose")}
					<span className="sr-only"> {what}</span>
				</FileButton>
				{exists ? (
					<Button tone="quiet" onPress={() => setConfirming({ file: null })}>
						{t("pictures.remove")}
						<span className="sr-only"> {what}</span>
					</Button>
				) : null}
			</div>
			{confirming ? (
				<ReasonDialog
					title={t(confirming.file ? "pictures.ask" : "pictures.askRemove", { what })}
					text={t(confirming.file ? "pictures.askText" : "pictures.askRemoveText")}
					submit={t(confirming.file ? "pictures.choose" : "pictures.remove")}
					isDestructive={confirming.file === null}
					onReason={(reason) => picture.mutateAsync({ file: confirming.file, reason })}
					onClose={() => setConfirming(null)}
				/>
			) : null}
		</section>
	);
}
