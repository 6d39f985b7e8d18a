import { useState } from "react";
import { Button as MenuButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { isOpen } from "~/domain/tci/application";
import { problemText } from "~/shared/api/problem-text";
import type { WorkItem } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useSetStatus } from "./application-query";
import { LinkDialog } from "./link-dialog";
import { NameRequestDialog } from "./name-request-dialog";

type Action = "link" | "name" | "refuse";

/** Actions on an application besides scoring. */
function actionsOf({ kind, patientId, person, status }: WorkItem): Action[] {
	const isLinkable = kind === "walk_in" && patientId === null && status >= 0;
	const isHolder = patientId !== null && person?.relation === "self";
	return [
		...(isLinkable ? (["link"] as const) : []),
		...(isHolder ? (["name"] as const) : []),
		...(isOpen(status) ? (["refuse"] as const) : []),
	];
}

const TEXTS = { link: "link.open", name: "nameRequest.open", refuse: "refuse.open" } as const;

/** Rare actions on an application, in a menu. */
export function MoreMenu({ application }: { application: WorkItem }) {
	const { t } = useTranslation("clinic");
	const [open, setOpen] = useState<Action | null>(null);
	const actions = actionsOf(application);
	const close = () => setOpen(null);
	if (actions.length === 0) return null;
	return (
		<>
			<MenuTrigger>
				<MenuButton
					aria-label={t("more.open")}
					className="grid size-11 place-items-center rounded-control text-ink-600 hover:bg-white"
				>
					<svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="currentColor">
						<circle cx="5" cy="12" r="1.8" />
						<circle cx="12" cy="12" r="1.8" />
						<circle cx="19" cy="12" r="1.8" />
					</svg>
				</MenuButton>
				<Popover
					placement="bottom end"
					className="min-w-52 rounded-[16px] border border-line bg-white p-1.5 shadow-float"
				>
					<Menu
						aria-label={t("more.open")}
						className="outline-none"
						onAction={(key) => setOpen(key as Action)}
					>
						{actions.map((action) => (
							<MenuItem
								key={action}
								id={action}
								className={`flex min-h-11 cursor-pointer items-center rounded-control px-3 text-[14px] font-semibold outline-none focus:bg-mint-50 pressed:bg-mint-100 ${action === "refuse" ? "text-danger" : ""}`}
							>
								{t(TEXTS[action])}
							</MenuItem>
						))}
					</Menu>
				</Popover>
			</MenuTrigger>
			{open === "name" ? <NameRequestDialog id={application.id} onClose={close} /> : null}
			{open === "link" ? <LinkDialog id={application.id} onClose={close} /> : null}
			{open === "refuse" ? <RefuseDialog id={application.id} onClose={close} /> : null}
		</>
	);
}

function RefuseDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const set = useSetStatus(id);
	return (
		<Dialog title={t("refuse.title")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("refuse.text")}</p>
			{set.error ? (
				<div className="mt-3">
					<Notice tone="danger">{problemText(set.error)}</Notice>
				</div>
			) : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("refuse.keep")}
				</Button>
				<Button
					tone="danger"
					isPending={set.isPending}
					onPress={() => set.mutate(-1, { onSuccess: onClose })}
				>
					{t("refuse.do")}
				</Button>
			</div>
		</Dialog>
	);
}
