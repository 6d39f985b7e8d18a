import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { TongueMark } from "~/shared/ui/tongue-mark";
import type { Stage } from "./send-photo";

interface Props {
	stage: Stage;
	onCancel: () => void;
}

/** Covers the screen during an upload, so that nothing but its cancel button can be pressed. */
export function UploadProgress({ stage, onCancel }: Props) {
	const { t } = useTranslation("selfCheck");
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		// Not the button, which a second press of the key that picked the photo would activate.
		shown?.focus();
		return () => shown?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			tabIndex={-1}
			aria-labelledby="upload-stage"
			onCancel={(event) => event.preventDefault()}
			className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none animate-fade bg-green-950/95 text-white outline-none backdrop:bg-transparent"
		>
			<div className="grid h-full place-content-center justify-items-center px-8 text-center">
				<div className="relative grid size-36 place-items-center">
					<svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 animate-turn">
						<circle cx="50" cy="50" r="46" fill="none" stroke="#fff" strokeOpacity="0.14" strokeWidth="4" />
						<path
							d="M50 4a46 46 0 0 1 46 46"
							fill="none"
							stroke="var(--color-outline)"
							strokeWidth="4"
							strokeLinecap="round"
						/>
					</svg>
					<TongueMark className="h-20" />
					<div className="absolute h-0.5 w-24 animate-scan rounded-full bg-outline shadow-[0_0_12px_2px_var(--color-outline)]" />
				</div>
				<p id="upload-stage" role="status" className="mt-8 text-tile font-bold">
					{t(`upload.${stage}`)}
				</p>
				<p className="mt-1 text-white/80">{t("upload.text")}</p>
				{stage === "reading" ? null : (
					<button type="button" className={buttonStyle("secondary", "mt-8")} onClick={onCancel}>
						{t("upload.cancel")}
					</button>
				)}
			</div>
		</dialog>
	);
}
