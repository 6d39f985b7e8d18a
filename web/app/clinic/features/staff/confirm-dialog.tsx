import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

interface Props {
	title: string;
	text: string;
	submit: string;
	error: unknown;
	isPending: boolean;
	onConfirm: () => void;
	onClose: () => void;
}

/** Confirms a change of a colleague's account. */
export function ConfirmDialog({ title, text, submit, error, isPending, onConfirm, onClose }: Props) {
	const { t } = useTranslation("clinicAccount");
	return (
		<Dialog title={title} onClose={onClose}>
			<p className="mt-2 text-ink-600">{text}</p>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("colleague.keep")}
				</Button>
				<Button tone="danger" isPending={isPending} onPress={onConfirm}>
					{submit}
				</Button>
			</div>
		</Dialog>
	);
}
