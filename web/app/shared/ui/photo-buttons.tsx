import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { AlbumIcon, CameraIcon } from "~/shared/ui/tool-icons";
import { hasCamera } from "./camera/use-camera";

const CameraDialog = lazy(() => import("./camera/camera-dialog"));

interface Props {
	onPick: (photo: File) => void;
}

const ACCEPT = "image/jpeg,image/png,image/webp";

/**
 * The ways to a photo: the camera in the page, where the browser has it, and the album. The phone's own camera is an input of
 * its own, because `capture` takes the album away.
 */
export function PhotoButtons({ onPick }: Props) {
	const { t } = useTranslation("tongue");
	const system = useRef<HTMLInputElement>(null);
	const album = useRef<HTMLInputElement>(null);
	const [isOpen, setOpen] = useState(false);
	const pick = (photo: File) => {
		setOpen(false);
		onPick(photo);
	};
	const picked = (input: HTMLInputElement) => {
		const photo = input.files?.[0];
		// So that the same photo can be chosen again.
		input.value = "";
		if (photo) pick(photo);
	};
	const hidden = { type: "file", accept: ACCEPT, hidden: true, tabIndex: -1 } as const;
	const albumButton = (
		<button
			type="button"
			className={buttonStyle("secondary", "w-full")}
			onClick={() => album.current?.click()}
		>
			<AlbumIcon />
			{t("pick.album")}
		</button>
	);
	return (
		<div className="flex flex-col gap-2.5">
			<button
				type="button"
				className={buttonStyle("primary", "w-full")}
				onClick={() => (hasCamera() ? setOpen(true) : system.current?.click())}
			>
				<CameraIcon />
				{t("pick.camera")}
			</button>
			{albumButton}
			<input
				{...hidden}
				ref={system}
				capture="environment"
				aria-label={t("pick.system")}
				onChange={(event) => picked(event.currentTarget)}
			/>
			<input
				{...hidden}
				ref={album}
				aria-label={t("pick.album")}
				onChange={(event) => picked(event.currentTarget)}
			/>
			{isOpen ? (
				<Suspense fallback={null}>
					<CameraDialog
						onClose={() => setOpen(false)}
						onPick={pick}
						otherWays={
							<div className="flex flex-col gap-2.5">
								<button
									type="button"
									className={buttonStyle("secondary", "w-full")}
									onClick={() => system.current?.click()}
								>
									<CameraIcon />
									{t("pick.system")}
								</button>
								{albumButton}
							</div>
						}
					/>
				</Suspense>
			) : null}
		</div>
	);
}
