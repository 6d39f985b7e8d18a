import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

interface Props {
	title: string;
	text: string;
	secret: string;
	onClose: () => void;
}

/** A temporary password or a key, shown only once. */
export function ShownOnce({ title, text, secret, onClose }: Props) {
	const { t } = useTranslation("hotel");
	const [copied, setCopied] = useState<boolean | null>(null);
	const copy = () =>
		navigator.clipboard.writeText(secret).then(
			() => setCopied(true),
			() => setCopied(false),
		);
	return (
		<Dialog title={title}>
			<p className="mt-2 text-ink-600">{text}</p>
			<output className="mt-4 block rounded-[16px] bg-mint-50 px-5 py-4 text-center font-mono text-[17px] font-bold break-all select-all">
				{secret}
			</output>
			<p role="status" className="mt-2 min-h-5 text-meta text-ink-600">
				{copied === null ? t("once.text") : t(copied ? "once.copied" : "once.byHand")}
			</p>
			<div className="mt-4 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={() => void copy()}>
					{t("once.copy")}
				</Button>
				<Button onPress={onClose}>{t("once.done")}</Button>
			</div>
		</Dialog>
	);
}
