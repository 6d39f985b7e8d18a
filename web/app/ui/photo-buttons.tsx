import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/ui/button-style";
import { AlbumIcon, CameraIcon } from "~/ui/tool-icons";

interface Props {
	onPick: (photo: File) => void;
}

const ACCEPT = "image/jpeg,image/png,image/webp";

/** Camera and album: two inputs, because `capture` takes the album away on some phones. */
export function PhotoButtons({ onPick }: Props) {
	const { t } = useTranslation("tongue");
	const camera = useRef<HTMLInputElement>(null);
	const album = useRef<HTMLInputElement>(null);
	const picked = (input: HTMLInputElement) => {
		const photo = input.files?.[0];
		// So that the same photo can be chosen again.
		input.value = "";
		if (photo) onPick(photo);
	};
	const hidden = { type: "file", accept: ACCEPT, hidden: true, tabIndex: -1 } as const;
	return (
		<div className="flex flex-col gap-2.5">
			<button
				type="button"
				className={buttonStyle("primary", "w-full")}
				onClick={() => camera.current?.click()}
			>
				<CameraIcon />
				{t("pick.camera")}
			</button>
			<button
				type="button"
				className={buttonStyle("secondary", "w-full")}
				onClick={() => album.current?.click()}
			>
				<AlbumIcon />
				{t("pick.album")}
			</button>
			<input
				{...hidden}
				ref={camera}
				capture="environment"
				aria-label={t("pick.camera")}
				onChange={(event) => picked(event.currentTarget)}
			/>
			<input
				{...hidden}
				ref={album}
				aria-label={t("pick.album")}
				onChange={(event) => picked(event.currentTarget)}
			/>
		</div>
	);
}
