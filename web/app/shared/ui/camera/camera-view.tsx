import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { AlertIcon } from "~/shared/ui/icons";
import { Spinner } from "~/shared/ui/spinner";
import { FlipIcon } from "~/shared/ui/tool-icons";
import { type CameraProblem, type Facing, takePhoto, useCamera } from "./use-camera";

interface Props {
	onTake: (photo: File) => void;
	otherWays: ReactNode;
}

/** The camera's picture with an outline to aim at, and the shutter button. */
export function CameraView({ onTake, otherWays }: Props) {
	const { t } = useTranslation("tongue");
	const video = useRef<HTMLVideoElement>(null);
	const [facing, setFacing] = useState<Facing>("environment");
	const [isBlocked, setBlocked] = useState(false);
	const { state, restart } = useCamera(video, facing);
	if (state !== "starting" && state !== "live")
		return (
			<CameraErrorNotice problem={state}>
				{state === "lost" ? (
					<button type="button" className={buttonStyle("light")} onClick={restart}>
						{t("camera.restart")}
					</button>
				) : null}
				{otherWays}
			</CameraErrorNotice>
		);
	if (isBlocked) return <CameraErrorNotice problem="busy">{otherWays}</CameraErrorNotice>;
	const takePicture = async () => {
		const photo = video.current && (await takePhoto(video.current));
		if (photo) onTake(photo);
		else setBlocked(true);
	};
	return (
		<>
			<div className="relative min-h-0 flex-1 overflow-hidden bg-black">
				<video
					ref={video}
					muted
					playsInline
					// Mirrored for easier aiming; the photo itself is not mirrored.
					className={`size-full object-cover ${facing === "user" ? "-scale-x-100" : ""}`}
				/>
				<Guide />
				<p role="status" className="absolute inset-x-5 top-4 text-center font-semibold text-shadow-sm">
					{state === "live" ? (
						t("camera.guide")
					) : (
						<span className="inline-flex items-center gap-2">
							<Spinner /> {t("camera.starting")}
						</span>
					)}
				</p>
			</div>
			<CameraControls
				isLive={state === "live"}
				onTake={() => void takePicture()}
				onFlip={() => setFacing(facing === "user" ? "environment" : "user")}
			/>
		</>
	);
}

interface ControlProps {
	isLive: boolean;
	onTake: () => void;
	onFlip: () => void;
}

/** The shutter button, and the button that switches between the front and the back camera. */
function CameraControls({ isLive, onTake, onFlip }: ControlProps) {
	const { t } = useTranslation("tongue");
	return (
		<div className="grid grid-cols-3 place-items-center py-4">
			<span />
			<button
				type="button"
				aria-label={t("camera.shutter")}
				disabled={!isLive}
				onClick={onTake}
				className="grid size-19 place-items-center rounded-full border-4 border-white disabled:opacity-40"
			>
				<span className="size-14 rounded-full bg-white transition active:scale-90" />
			</button>
			<button
				type="button"
				aria-label={t("camera.flip")}
				onClick={onFlip}
				className="grid size-13 place-items-center rounded-full bg-white/15 hover:bg-white/25"
			>
				<FlipIcon className="size-6" />
			</button>
		</div>
	);
}

/** The outline for the tongue; everything else is darkened. */
function Guide() {
	const tongue =
		"M22 34C30 26 40 23 50 23s20 3 28 11c9 10 3 34-3 57-5 20-13 33-25 33S30 111 25 91C19 68 13 44 22 34Z";
	return (
		<svg
			viewBox="0 0 100 140"
			aria-hidden="true"
			preserveAspectRatio="xMidYMid slice"
			className="pointer-events-none absolute inset-0 size-full"
		>
			<path d={`M-100-100H200V240H-100Z${tongue}`} fillRule="evenodd" fill="#0b2a22" fillOpacity="0.5" />
			<path
				d={tongue}
				fill="none"
				stroke="var(--color-outline)"
				strokeWidth="2.5"
				strokeDasharray="7 6"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}

/** Why there is no camera, with other ways to provide a photo. */
function CameraErrorNotice({ problem, children }: { problem: CameraProblem; children: ReactNode }) {
	const { t } = useTranslation("tongue");
	return (
		<div className="mx-auto flex w-full max-w-[420px] flex-1 flex-col justify-center gap-6 px-6">
			<div role="alert" className="text-center">
				<AlertIcon className="mx-auto size-12" />
				<p className="mt-3 text-tile font-bold">{t(`camera.problem.${problem}.title`)}</p>
				<p className="mt-2 text-white/85">{t(`camera.problem.${problem}.text`)}</p>
			</div>
			{children}
		</div>
	);
}
