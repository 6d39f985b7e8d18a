import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { CloseIcon } from "~/shared/ui/tool-icons";
import { CameraView } from "./camera-view";

interface Props {
	onClose: () => void;
	onPick: (photo: File) => void;
	/** Other ways to provide a photo, shown if the camera does not start. */
	otherWays: ReactNode;
}

/** Full-screen camera with an outline to aim at. The photo is reviewed before it is used. */
export default function CameraDialog({ onClose, onPick, otherWays }: Props) {
	const { t } = useTranslation("tongue");
	const dialog = useRef<HTMLDialogElement>(null);
	const [taken, setTaken] = useState<File | null>(null);
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		return () => shown?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			aria-label={t("camera.title")}
			onCancel={(event) => {
				if (event.target !== dialog.current) return;
				event.preventDefault();
				onClose();
			}}
			className="on-dark fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-green-950 p-0 text-white backdrop:bg-green-950"
		>
			<div className="flex h-full flex-col pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
				<div className="flex items-center justify-between gap-3 py-1 pr-2 pl-5">
					<h2 className="text-header">{t("camera.title")}</h2>
					<button
						type="button"
						aria-label={t("action.close", { ns: "common" })}
						onClick={onClose}
						className="grid size-12 place-items-center rounded-full hover:bg-white/15"
					>
						<CloseIcon className="size-6" />
					</button>
				</div>
				{taken ? (
					<PhotoPreview photo={taken} onRetake={() => setTaken(null)} onUse={() => onPick(taken)} />
				) : (
					<CameraView onTake={setTaken} otherWays={otherWays} />
				)}
			</div>
		</dialog>
	);
}

/** The photo, to use or to retake. */
function PhotoPreview({ photo, onRetake, onUse }: { photo: File; onRetake: () => void; onUse: () => void }) {
	const { t } = useTranslation("tongue");
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		const address = URL.createObjectURL(photo);
		setUrl(address);
		return () => URL.revokeObjectURL(address);
	}, [photo]);
	return (
		<>
			<div className="min-h-0 flex-1">
				{url ? <img src={url} alt={t("camera.preview")} className="size-full object-contain" /> : null}
			</div>
			<div className="mx-auto grid w-full max-w-[480px] grid-cols-2 gap-2 p-5">
				<button type="button" className={buttonStyle("secondary")} onClick={onRetake}>
					{t("camera.again")}
				</button>
				<button type="button" className={buttonStyle("light")} onClick={onUse}>
					{t("camera.use")}
				</button>
			</div>
		</>
	);
}
