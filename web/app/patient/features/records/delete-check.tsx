import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Tci } from "~/shared/api/types";
import { koreanMinute } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TrashIcon } from "~/shared/ui/tool-icons";
import { useDeleteCheck } from "./queries";

/** Deletes a check after a confirmation. */
export function DeleteCheck({ check }: { check: Tci }) {
	const { t } = useTranslation("records");
	const [isOpen, setOpen] = useState(false);
	const remove = useDeleteCheck();
	const date = koreanMinute(check.shootingAt);
	return (
		<>
			<button
				type="button"
				aria-label={t("delete.of", { date })}
				onClick={() => setOpen(true)}
				className="grid size-12 shrink-0 place-items-center rounded-full text-ink-600 hover:bg-quiet hover:text-danger"
			>
				<TrashIcon />
			</button>
			{isOpen ? (
				<Dialog title={t("delete.title")} onClose={() => setOpen(false)}>
					<p className="number text-ink-600">{t("delete.text", { date })}</p>
					{remove.isError ? (
						<div className="mt-3">
							<Notice tone="danger">{t("delete.failed")}</Notice>
						</div>
					) : null}
					<div className="mt-5 grid grid-cols-2 gap-2">
						<Button tone="secondary" onPress={() => setOpen(false)}>
							{t("action.cancel", { ns: "common" })}
						</Button>
						<Button tone="danger" isPending={remove.isPending} onPress={() => remove.mutate(check.id)}>
							{t("delete.confirm")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</>
	);
}
