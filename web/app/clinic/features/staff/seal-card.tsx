import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRemoveSeal, useSeal } from "~/clinic/lib/seal-query";
import { problemText } from "~/shared/api/problem-text";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

const SealSheet = lazy(() => import("./seal-sheet"));

/** The clinic's seal with its doctor's signature. Signed documents require it. */
export function SealCard() {
	const { t } = useTranslation("clinicAccount");
	const { data } = useSeal();
	const remove = useRemoveSeal();
	const [isOpen, setOpen] = useState(false);
	const [isRemoving, setRemoving] = useState(false);
	if (!data) return null;
	const { seal } = data;
	return (
		<section aria-labelledby="seal" className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
			<div className="min-w-0 flex-1 basis-full sm:basis-0">
				<h2 id="seal" className="flex items-center gap-2 text-header">
					{t("seal.title")}
					<Badge tint={seal ? "success" : "quiet"}>{t(seal ? "seal.stored" : "seal.none")}</Badge>
				</h2>
				<p className="mt-1 text-ink-600">{t(seal ? "seal.isOffered" : "seal.text")}</p>
				{seal ? (
					<p className="number mt-1 text-meta text-ink-600">
						{t("seal.of", {
							name: seal.doctorName,
							license: seal.doctorLicense,
							date: koreanDate(seal.createdAt),
						})}
					</p>
				) : null}
			</div>
			<div className="flex gap-2">
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t(seal ? "seal.replace" : "seal.add")}
				</Button>
				{seal ? (
					<Button tone="quiet" onPress={() => setRemoving(true)}>
						{t("seal.remove")}
					</Button>
				) : null}
			</div>
			{isOpen ? (
				<Suspense>
					<SealSheet onClose={() => setOpen(false)} />
				</Suspense>
			) : null}
			{isRemoving ? (
				<Dialog title={t("seal.removeTitle")} onClose={() => setRemoving(false)}>
					<p className="mt-2 text-ink-600">{t("seal.removeText")}</p>
					{remove.error ? <Notice tone="danger">{problemText(remove.error)}</Notice> : null}
					<div className="mt-5 flex flex-col gap-2.5">
						<Button
							tone="danger"
							isPending={remove.isPending}
							onPress={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
						>
							{t("seal.removeDo")}
						</Button>
						<Button tone="quiet" onPress={() => setRemoving(false)}>
							{t("seal.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</section>
	);
}
