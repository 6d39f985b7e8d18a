import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CloseIcon } from "./tool-icons";

interface Props {
	title: string;
	/** Without it, only the dialog's own buttons close it. */
	onClose?: () => void;
	children: ReactNode;
}

/** A modal dialog: a bottom sheet on a phone, centered on a wide screen. Escape and a press on the backdrop close it. */
export function Dialog({ title, onClose, children }: Props) {
	const { t } = useTranslation();
	const dialog = useRef<HTMLDialogElement>(null);
	// Closed before it is unmounted, so that the browser restores the focus.
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		return () => shown?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			aria-label={title}
			onCancel={(event) => {
				// The `cancel` event of a file input bubbles up to here.
				if (event.target !== dialog.current) return;
				event.preventDefault();
				onClose?.();
			}}
			onPointerDown={(event) => {
				if (event.target === dialog.current) onClose?.();
			}}
			className="fixed inset-x-0 top-auto bottom-0 m-0 mx-auto w-full max-w-[480px] animate-rise rounded-t-[24px] bg-white p-0 text-ink-900 backdrop:bg-green-950/60 sm:top-0 sm:bottom-0 sm:m-auto sm:rounded-[24px]"
		>
			<div className="p-5 pb-[calc(20px+env(safe-area-inset-bottom))]">
				<div className="flex items-center justify-between gap-3">
					<h2 className="text-header">{title}</h2>
					{onClose ? (
						<button
							type="button"
							aria-label={t("action.close")}
							onClick={onClose}
							className="-mr-3 grid size-12 place-items-center rounded-full text-ink-600 hover:bg-quiet"
						>
							<CloseIcon />
						</button>
					) : null}
				</div>
				{children}
			</div>
		</dialog>
	);
}
