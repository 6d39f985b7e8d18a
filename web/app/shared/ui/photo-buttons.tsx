import { lazy, type ReactNode, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { AlbumIcon, CameraIcon } from "~/shared/ui/tool-icons";
import { hasCamera } from "./camera/has-camera";
import { LazyPart } from "./lazy-part";

const CameraDialog = lazy(() => import("./camera/camera-dialog"));

interface Props {
	onPick: (photo: File) => void;
}

const ACCEPT = "image/jpeg,image/png,image/webp";

/**
 * Buttons to provide a photo: the camera in the page, if the browser supports it, and the album. The phone's own camera
 * needs a separate input, because `capture` hides the album.
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
	const albumButton = (
		<PickButton tone="secondary" icon={<AlbumIcon />} onPress={() => album.current?.click()}>
			{t("pick.album")}
		</PickButton>
	);
	return (
		<div className="flex flex-col gap-2.5">
			<PickButton
				tone="primary"
				icon={<CameraIcon />}
				onPress={() => (hasCamera() ? setOpen(true) : system.current?.click())}
			>
				{t("pick.camera")}
			</PickButton>
			{albumButton}
			<PhotoInput ref={system} capture="environment" label={t("pick.system")} onPick={pick} />
			<PhotoInput ref={album} label={t("pick.album")} onPick={pick} />
			{isOpen ? (
				<LazyPart onClose={() => setOpen(false)}>
					<CameraDialog
						onClose={() => setOpen(false)}
						onPick={pick}
						otherWays={
							<div className="flex flex-col gap-2.5">
								<PickButton tone="secondary" icon={<CameraIcon />} onPress={() => system.current?.click()}>
									{t("pick.system")}
								</PickButton>
								{albumButton}
							</div>
						}
					/>
				</LazyPart>
			) : null}
		</div>
	);
}

interface PickProps {
	tone: "primary" | "secondary";
	icon: ReactNode;
	onPress: () => void;
	children: ReactNode;
}

function PickButton({ tone, icon, onPress, children }: PickProps) {
	return (
		<button type="button" className={buttonStyle(tone, "w-full")} onClick={onPress}>
			{icon}
			{children}
		</button>
	);
}

interface InputProps extends Props {
	ref: Ref<HTMLInputElement>;
	label: string;
	/** Opens the phone's own camera. */
	capture?: "environment";
}

function PhotoInput({ ref, label, capture, onPick }: InputProps) {
	const onInput = (input: HTMLInputElement) => {
		const photo = input.files?.[0];
		// Allows the same photo to be selected again.
		input.value = "";
		if (photo) onPick(photo);
	};
	return (
		<input
			ref={ref}
			type="file"
			accept={ACCEPT}
			capture={capture}
			hidden
			tabIndex={-1}
			aria-label={label}
			onChange={(event) => onInput(event.currentTarget)}
		/>
	);
}
