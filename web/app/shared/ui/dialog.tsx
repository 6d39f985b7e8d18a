import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "./button-style";
import { Notice } from "./notice";
import { CloseIcon } from "./tool-icons";
import { UnsavedInput } from "./unsaved-input";

interface Props {
	title: string;
	/** Without it, only the dialog's own buttons close it. */
	onClose?: () => void;
	children: ReactNode;
}

/**
 * A modal dialog: a bottom sheet on a phone, centered on a wide screen. Escape and a press on the backdrop close it.
 * With unsaved input in it (see `useUnsavedInput`, which every `Form` calls), the backdrop does nothing, and Escape and
 * the close button ask once.
 */
export function Dialog({ title, onClose, children }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const unsaved = useRef(new Set<symbol>()).current;
	const [isAsking, setAsking] = useState(false);
	// Closed before it is unmounted, so that the browser restores the focus.
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		return () => shown?.close();
	}, []);
	const requestClose = () => {
		if (onClose && unsaved.size > 0 && !isAsking) setAsking(true);
		else onClose?.();
	};
	return (
		<dialog
			ref={dialog}
			aria-label={title}
			onCancel={(event) => {
				// The `cancel` event of a file input bubbles up to here.
				if (event.target !== dialog.current) return;
				event.preventDefault();
				requestClose();
			}}
			onClose={({ target, currentTarget }) => {
				// A second Escape in a row closes the element in Chrome without a `cancel` event.
				if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
				if (onClose) onClose();
				else currentTarget.showModal();
			}}
			onKeyDown={(event) => {
				const isDeliberate = !(event.repeat || event.ctrlKey || event.metaKey);
				// The key that opened the dialog, held or pressed twice, must not press a button in it.
				if (event.key === "Enter" && !isDeliberate && event.target instanceof HTMLButtonElement) {
					event.preventDefault();
				}
			}}
			onPointerDown={(event) => {
				if (event.target === dialog.current && unsaved.size === 0) onClose?.();
			}}
			className="fixed inset-x-0 top-auto bottom-0 m-0 mx-auto w-full max-w-[480px] animate-rise rounded-t-[24px] bg-white p-0 text-ink-900 backdrop:bg-green-950/60 sm:top-0 sm:bottom-0 sm:m-auto sm:rounded-[24px]"
		>
			<div className="p-5 pb-[calc(20px+env(safe-area-inset-bottom))]">
				<DialogHead title={title} onClose={onClose && requestClose} />
				{isAsking && onClose ? <UnsavedNotice onStay={() => setAsking(false)} onDiscard={onClose} /> : null}
				<UnsavedInput value={unsaved}>{children}</UnsavedInput>
			</div>
		</dialog>
	);
}

function DialogHead({ title, onClose }: Pick<Props, "title" | "onClose">) {
	const { t } = useTranslation();
	return (
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
	);
}

/** Asks before unsaved input is lost. Takes the focus, and returns it to the field when the dialog stays open. */
function UnsavedNotice({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
	const { t } = useTranslation();
	const stay = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		const before = document.activeElement;
		stay.current?.focus();
		return () => (before as HTMLElement | null)?.focus();
	}, []);
	return (
		<div className="mt-2">
			<Notice
				tone="warning"
				action={
					<div className="flex flex-wrap gap-2">
						<button
							ref={stay}
							type="button"
							className={buttonStyle("secondary", "", "tight")}
							onClick={onStay}
						>
							{t("unsaved.stay")}
						</button>
						<button type="button" className={buttonStyle("quiet", "", "tight")} onClick={onDiscard}>
							{t("unsaved.discard")}
						</button>
					</div>
				}
			>
				{t("unsaved.text")}
			</Notice>
		</div>
	);
}
