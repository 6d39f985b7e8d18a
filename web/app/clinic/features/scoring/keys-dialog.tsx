import { useTranslation } from "react-i18next";
import { Dialog } from "~/shared/ui/dialog";

const KEYS = [
	["score", ["0", "1", "2"]],
	["move", ["↑", "↓", "←", "→"]],
	["press", ["Space"]],
	["save", ["Ctrl", "S"]],
	["release", ["Ctrl", "Enter"]],
	["next", ["Alt", "↓"]],
	["help", ["?"]],
] as const;

/** Keyboard shortcuts of the scoring screen. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	return (
		<Dialog title={t("keys.title")} onClose={onClose}>
			<dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
				{KEYS.map(([name, keys]) => (
					<div key={name} className="contents">
						<dt className="flex gap-1">
							{keys.map((key) => (
								<kbd
									key={key}
									className="number grid h-7 min-w-7 place-items-center rounded-[7px] border border-line bg-quiet px-1.5 text-[13px] font-semibold"
								>
									{key}
								</kbd>
							))}
						</dt>
						<dd className="text-[14px]">{t(`keys.${name}`)}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-meta text-ink-600">{t("keys.list")}</p>
		</Dialog>
	);
}
