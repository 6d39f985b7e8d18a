import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

interface Props {
	title: string;
	text: string;
	submit: string;
	tone?: "danger" | "primary";
	error: unknown;
	isPending: boolean;
	onConfirm: () => void;
	onClose: () => void;
}

/** Confirms an action that is hard to undo. */
export function ConfirmDialog(props: Props) {
	const { title, text, submit, tone = "danger", error, isPending, onConfirm, onClose } = props;
	const { t } = useTranslation();
	return (
		<Dialog title={title} onClose={onClose}>
			<p className="mt-2 mb-5 text-ink-600">{text}</p>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<div className="mt-2 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("action.cancel")}
				</Button>
				<Button tone={tone} isPending={isPending} onPress={onConfirm}>
					{submit}
				</Button>
			</div>
		</Dialog>
	);
}
